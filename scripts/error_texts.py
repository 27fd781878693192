"""The texts of errors and warnings in the engine's sources: what failed, why, and what to do, with %1, %2 … in the place of values. For scripts/translations."""
import re
import textwrap

FOLDERS = ("catalog", "core", "crs", "edit", "engine", "files", "filter", "gpu", "io", "measures", "mine", "network", "ondisk")  # whose errors the window shows
RETURNING = ("compute/mine", "app/worker")  # also sentences that functions return: what a version of the user's did
# What makes an error or a warning, or passes its texts on.
MAKERS = re.compile(r"warn|Error|failed\w*|\w*Error|fail|(?:refuse|throw|wrong|broken|bad|cannot|error|lack|invalid|damaged?)\w*|unreadable|tooLarge|noGpuArrays")
OPEN, CLOSE = "([{", ")]}"
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|\s+|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\w+|::|->|.', re.S)
LITERAL = re.compile(r'"(.*)"|\'([^\\]|\\.)\'', re.S)


def tokens(source):
    source = re.sub(r'R"(\w*)\(.*?\)\1"', " raw ", source, flags=re.S)
    return [each for each in TOKEN.findall(source) if not each.isspace() and not each.startswith(("//", "/*"))]


def parts(words, separator):
    """The words between separators that are in no parentheses."""
    depth, found = 0, [[]]
    for word in words:
        depth += (word in OPEN) - (word in CLOSE)
        if depth == 0 and word == separator:
            found.append([])
        else:
            found[-1].append(word)
    return found


def literal(words):
    """The text of string literals that follow each other, also as std::string("…"); None where there is more."""
    code = "".join(word for word in words if not LITERAL.fullmatch(word))
    if not words or code not in ("", "std::string()", "std::string_view()"):
        return None
    texts = [match.group(1) or (match.group(2) or "").replace('"', '\\"') for match in map(LITERAL.fullmatch, words) if match]
    return "".join(texts) if texts else None


def patterns(words, fewest=9):
    """What an argument may say: one text, or one for each branch of a choice. Texts with places for values have a least number of letters."""
    choice = parts(words, "?")
    if len(choice) > 1:
        rest = words[len(choice[0]) + 1:]
        branches = parts(rest, ":")
        return patterns(branches[0], fewest) + patterns(rest[len(branches[0]) + 1:], fewest)
    text, places, said = "", 0, False
    for part in parts(words, "+"):
        if (piece := literal(part)) is not None:
            text, said = text + piece, True
        elif not re.search(r"%\d$", text):
            places += 1
            text += f"%{places}"
    letters = len(re.findall("[A-Za-z]", text))
    telling = letters >= (fewest if places else 3)  # "%1 and %2" would be found in texts that say something else
    return [text] if said and " " in text and telling and places <= 9 and not text.startswith("--") else []


def constants(words):
    """Texts that have a name, as kDamaged: a maker gets that."""
    for at, word in enumerate(words[:-2]):
        if not re.fullmatch(r"k[A-Z]\w*", word) or words[at + 1] != "=" or not words[at + 2].startswith('"'):
            continue
        end = at + 2
        while end < len(words) and words[end].startswith('"'):
            end += 1
        yield from (text for text in patterns(words[at + 2:end]) if text[0].islower() and text.count(" ") > 1)  # not names of formats


def returned(words):
    """Sentences that functions return, or parts of them as "point %1"; no code."""
    for at, word in enumerate(words):
        if word == "return":
            yield from (text for text in patterns(words[at + 1:words.index(";", at)], fewest=5) if re.match(r"[\w%]", text) and "\\n" not in text)


def texts_of(source, returning=False):
    words = tokens(source)
    yield from constants(words)
    if returning:
        yield from returned(words)
    for at, word in enumerate(words[:-1]):
        listed = word in ("push_back", "emplace_back") and words[max(at - 2, 0)].lower().endswith("warnings")
        if not (MAKERS.fullmatch(word) or listed) or words[at + 1] not in "({":
            continue
        depth, end = 0, at + 1
        while end < len(words):
            depth += (words[end] in OPEN) - (words[end] in CLOSE)
            if depth == 0:
                break
            end += 1
        for argument in parts(words[at + 2:end], ","):
            yield from patterns(argument)


def error_texts(root):
    found = set()
    for folder in (*(f"compute/{name}" for name in FOLDERS), "app/worker"):
        for path in [*(root / folder).rglob("*.cpp"), *(root / folder).rglob("*.h")]:
            found.update(texts_of(path.read_text(), folder in RETURNING))
    return sorted(found)


def header(root):
    """ui/error_texts.h."""
    width, lines, line = 150, [], "   "
    for text in error_texts(root):
        pieces = textwrap.wrap(text, width - 20, break_long_words=False, break_on_hyphens=False, drop_whitespace=False)
        entry = ' mark("' + '"\n         "'.join(pieces) + '"),'
        if len(line.split("\n")[-1]) + len(entry.split("\n")[0]) > width:
            lines.append(line)
            line = "   "
        line += entry
    return ("// Made by scripts/translations: the texts of errors and warnings in the engine's sources, with %1, %2 … in the place of values.\n#pragma once\n\n"
            '#include "compute/text/translate.h"\n\nnamespace arete {\n\n// clang-format off\ninline constexpr const char* kErrorTexts[] = {\n'
            + "\n".join([*lines, line]) + "\n};\n// clang-format on\n\n}  // namespace arete\n")
