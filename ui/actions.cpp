#include "ui/actions.h"

#include <array>

namespace arete {

// Single letters are for the most frequent actions. Copy and paste of the view take Shift so that text fields keep Ctrl+C and Ctrl+V.
static constexpr std::array kRows = std::to_array<ActionInfo>({
    {Action::openFile, "open_file", "File", "&Open…", "Ctrl+O", "Open a point cloud or a session."},
    {Action::openWithOptions, "open_with_options", "File", "Open with Op&tions…", "Ctrl+Alt+O",
     "Open a file and say how to read it: columns, separator, dimension."},
    {Action::addFiles, "add_files", "File", "A&dd Files…", "Ctrl+Shift+A", "Read more files to the one that is open, as one cloud."},
    {Action::openExample, "open_example", "File", "Open &Example", "Ctrl+Shift+O", "Open a cloud that comes with the program."},
    {Action::reloadFile, "reload_file", "File", "&Reload", "F5", "Read the file again; parameters and view stay."},
    {Action::saveSession, "save_session", "File", "&Save Session", "Ctrl+S", "Save the file's name, all parameters and the view as an .arete file."},
    {Action::saveSessionAs, "save_session_as", "File", "Save Session &As…", "Ctrl+Shift+S", "Save the session under another name."},
    {Action::exportResult, "export_result", "File", "E&xport…", "Ctrl+E", "Write the curve, the chosen points or a report to a file."},
    {Action::savePicture, "save_picture", "File", "Save &Picture…", "F12", "Save the picture in any size, also larger than the window."},
    {Action::quit, "quit", "File", "&Quit", "Ctrl+Q", "Close the program."},

    {Action::undo, "undo", "Edit", "&Undo", "Ctrl+Z", "Take back the last change of a parameter or of the view."},
    {Action::redo, "redo", "Edit", "&Redo", "Ctrl+Shift+Z, Ctrl+Y", "Do again what was taken back."},
    {Action::copyView, "copy_view", "Edit", "&Copy View", "Ctrl+Shift+C", "Copy camera, colours and layers as text."},
    {Action::pasteView, "paste_view", "Edit", "&Paste View", "Ctrl+Shift+V", "Take camera, colours and layers from the clipboard."},

    {Action::showFilter, "show_filter", "Edit/Filter", "&Filter…", "Ctrl+F", "Choose which points take part, by class, by values or by a condition."},
    {Action::keepBox, "keep_box", "Edit/Filter", "Keep a &Box", "K", "Draw a box on the picture: only points in it take part."},
    {Action::leaveOutBox, "leave_out_box", "Edit/Filter", "Leave &Out a Box", "Shift+K", "Draw a box on the picture: points in it are left out."},
    {Action::keepLasso, "keep_lasso", "Edit/Filter", "Keep a &Lasso", "M", "Draw around points on the picture: only those take part."},
    {Action::leaveOutLasso, "leave_out_lasso", "Edit/Filter", "L&eave Out a Lasso", "Shift+M",
     "Draw around points on the picture: those are left out."},
    {Action::clearFilter, "clear_filter", "Edit/Filter", "&Clear", "Ctrl+K", "Take every rule of the filter out: all points take part."},
    {Action::playPause, "play_pause", "Algorithm", "&Play / Pause", "Space", "Show one step after the other at a speed the eye can follow.", true},
    {Action::stepForward, "step_forward", "Algorithm", "Step &Forward", "Right", "One evolve iteration or decimate sweep."},
    {Action::stepBack, "step_back", "Algorithm", "Step &Back", "Left", "Back by one step."},
    {Action::stepForwardTen, "step_forward_ten", "Algorithm", "&Ten Steps Forward", "Shift+Right", "Ten steps on."},
    {Action::stepBackTen, "step_back_ten", "Algorithm", "Te&n Steps Back", "Shift+Left", "Ten steps back."},
    {Action::stepSweep, "step_sweep", "Algorithm", "Next &Sweep", "S", "On to the end of the next decimate sweep."},
    {Action::stepRound, "step_round", "Algorithm", "Next R&ound", "Shift+S", "On to the end of this round of evolve and decimate."},
    {Action::toStart, "to_start", "Algorithm", "To t&he Start", "Home", "Back to the points that choose picked."},
    {Action::toEnd, "to_end", "Algorithm", "To the &End", "End", "Compute to the end and show the finished curve."},
    {Action::restart, "restart", "Algorithm", "&Restart", "Ctrl+R", "Forget all steps and compute anew."},
    {Action::cancel, "cancel", "Algorithm", "&Cancel", "Esc", "Stop computing or loading; what is done so far stays."},
    {Action::slower, "slower", "Algorithm", "S&lower", "[", "Halve the speed of playing."},
    {Action::faster, "faster", "Algorithm", "F&aster", "]", "Double the speed of playing."},
    {Action::largerR1, "larger_r1", "Algorithm", "Larger R&1", "Up", "Make R1 a tenth larger."},
    {Action::smallerR1, "smaller_r1", "Algorithm", "S&maller R1", "Down", "Make R1 a tenth smaller."},
    {Action::editParameters, "edit_parameters", "Algorithm", "E&dit Parameters…", "F4", "All parameters and versions, by keyboard."},

    {Action::resetView, "reset_view", "View", "&Reset View", "R", "Camera, axes and layers as when the cloud was opened."},
    {Action::fitView, "fit_view", "View", "&Fit", "F", "Show the whole cloud, from the same direction."},
    {Action::viewFront, "view_front", "View/Direction", "&Front", "1", "Look along +y."},
    {Action::viewBack, "view_back", "View/Direction", "&Back", "Ctrl+1", "Look along −y."},
    {Action::viewLeft, "view_left", "View/Direction", "&Left", "Ctrl+3", "Look along +x."},
    {Action::viewRight, "view_right", "View/Direction", "&Right", "3", "Look along −x."},
    {Action::viewTop, "view_top", "View/Direction", "&Top", "7", "Look along −z."},
    {Action::viewBottom, "view_bottom", "View/Direction", "Botto&m", "Ctrl+7", "Look along +z."},
    {Action::viewIsometric, "view_isometric", "View/Direction", "&Isometric", "9", "Look from the corner (1, −1, 1)."},
    {Action::togglePerspective, "toggle_perspective", "View", "&Perspective", "5", "Perspective or parallel projection.", true},
    {Action::toggleFlat, "toggle_flat", "View", "&2D View", "2", "Look straight down, x to the right, y up, without turning.", true},
    {Action::toggleTrackball, "toggle_trackball", "View", "Free &Trackball", "L", "Turn freely instead of keeping z up.", true},
    {Action::mouseArete, "mouse_arete", "View/Mouse", "&Arete", "", "Right and middle button pan, as in Potree or Polyscope.", true},
    {Action::mouseParaView, "mouse_paraview", "View/Mouse", "&ParaView", "", "Right button zooms, middle button pans, as in ParaView and f3d.", true},
    {Action::mouseCloudCompare, "mouse_cloudcompare", "View/Mouse", "&CloudCompare", "", "Right button pans, middle button zooms.", true},
    {Action::nextColouring, "next_colouring", "View", "Colour by &Next", "A",
     "Colour the cloud by what comes next in the list: height, depth, attributes."},
    {Action::previousColouring, "previous_colouring", "View", "Colour by Pre&vious", "Shift+A", "Colour the cloud by what comes before in the list."},
    {Action::toggleCloud, "toggle_cloud", "View/Layers", "Clou&d", "P", "Show the points of the cloud.", true},
    {Action::toggleChosen, "toggle_chosen", "View/Layers", "Ch&osen Points", "O", "Show the points that move towards the ridge.", true},
    {Action::toggleTrails, "toggle_trails", "View/Layers", "&Trails", "T", "Show from where each chosen point came in this step.", true},
    {Action::toggleCurve, "toggle_curve", "View/Layers", "&Curve", "C", "Show the curve through the chosen points.", true},
    {Action::toggleBalls, "toggle_balls", "View/Layers", "&Balls of R1", "B", "Show how far each chosen point sees.", true},
    {Action::toggleTiles, "toggle_tiles", "View/Layers", "T&iles", "I", "Show the boxes that a detection in tiles works in.", true},
    {Action::toggleExact, "toggle_exact", "View/Layers", "&Exact Answer", "X",
     "Compare an inexact result with the exact answer: its curve, and rings where they differ.", true},
    {Action::toggleLinks, "toggle_links", "View/Layers", "&Links to Neighbours", "N", "Show lines from points to their nearest neighbours.", true},
    {Action::toggleJunctions, "toggle_junctions", "View/Layers", "&Junctions and Ends", "J", "Show where branches of a network meet and end.", true},
    {Action::toggleAxes, "toggle_axes", "View/Layers", "&Grid and Axes", "G", "Show axes, grid, numbers and scale bar.", true},
    {Action::toggleAssignment, "toggle_assignment", "View/Layers", "&Voronoi Assignment", "V",
     "Colour cloud points by the chosen point they belong to.", true},
    {Action::largerPoints, "larger_points", "View", "&Larger Points", "+, =", "Draw points and lines larger."},
    {Action::smallerPoints, "smaller_points", "View", "&Smaller Points", "-", "Draw points and lines smaller."},
    {Action::toggleTheme, "toggle_theme", "View", "&White Theme", "Ctrl+T", "White behind the picture, for print; or dark.", true},

    {Action::suggestR1, "suggest_r1", "Tools", "Su&ggest R1", "Ctrl+G", "Set R1 to about twice the noise around the curve, as the points show it."},
    {Action::openReference, "open_reference", "Tools", "Load Re&ference Curve…", "", "Open a known curve to measure the result against."},
    {Action::closeReference, "close_reference", "Tools", "F&orget the Reference Curve", "", "Measure the result against it no longer."},
    {Action::showQuality, "show_quality", "Tools", "&Quality…", "Ctrl+Shift+Q", "How close the curve is to the reference curve."},
    {Action::showWarnings, "show_warnings", "Tools", "&Warnings…", "", "What the reader noticed in this file."},
    {Action::experiments, "experiments", "Tools", "&Experiments…", "", "Run the thesis's experiments and write their numbers and plots."},

    {Action::togglePanels, "toggle_panels", "Window", "&Panels on the Picture", "Tab", "Hide or show the panels on the picture.", true},
    {Action::nextPart, "next_part", "Window", "&Next Part", "F6",
     "Take the keyboard from the picture to the panels, to the docks and back; Tab and arrows work inside of each."},
    {Action::fullScreen, "full_screen", "Window", "&Full Screen", "F11", "Fill the screen.", true},

    {Action::help, "help", "Help", "&Help", "F1", "Five minutes of use."},
    {Action::keys, "keys", "Help", "&Keys", "H", "All keys and what they do."},
    {Action::graphicsInfo, "graphics_info", "Help", "&Graphics", "", "What draws and what computes here."},
    {Action::about, "about", "Help", "&About Arete", "", "Version, licence and sources."},
});

std::span<const ActionInfo> actions() { return kRows; }

const ActionInfo& info(Action action) { return kRows[size_t(action)]; }

}  // namespace arete
