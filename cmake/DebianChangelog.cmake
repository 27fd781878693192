# The changelog of the Debian packages, as a script: dated by SOURCE_DATE_EPOCH where it is set, so that two builds make the same one.
string(TIMESTAMP made_on "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${CHANGELOG} "arete (${VERSION}) stable; urgency=medium

  * See CHANGELOG.md.gz.

 -- ${MAINTAINER}  ${made_on}
")
