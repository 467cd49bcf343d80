#include "yura.hpp"

namespace yure::demo {

void rig_parts_and_parameters(PuppetSpec& spec) {
    spec.parts = {
        {"PartHead", "Head", ""},
        {"PartHairFront", "Front hair", "PartHead"},
        {"PartHairSide", "Side hair", "PartHead"},
        {"PartHairBack", "Back hair", "PartHead"},
        {"PartHeadRibbon", "Hair ribbon", "PartHead"},
        {"PartBrows", "Brows", "PartHead"},
        {"PartEyeL", "Left eye", "PartHead"},
        {"PartEyeR", "Right eye", "PartHead"},
        {"PartNose", "Nose", "PartHead"},
        {"PartMouth", "Mouth", "PartHead"},
        {"PartFace", "Face", "PartHead"},
        {"PartFigure", "Figure", ""},
        {"PartRibbon", "Chest ribbon", "PartFigure"},
        {"PartBody", "Torso", "PartFigure"},
        {"PartArmL", "Left arm and sleeve", "PartFigure"},
        {"PartArmR", "Right arm and sleeve", "PartFigure"},
        {"PartSkirt", "Skirt", "PartFigure"},
        {"PartLegs", "Legs", "PartFigure"},
    };
    spec.parameters = {
        {"ParamAngleX", "Head turn", "ParamGroupHead", -30, 0, 30},
        {"ParamAngleY", "Head nod", "ParamGroupHead", -30, 0, 30},
        {"ParamAngleZ", "Head tilt", "ParamGroupHead", -30, 0, 30},
        {"ParamEyeLOpen", "Left eye open", "ParamGroupFace", 0, 1, 1},
        {"ParamEyeLSmile", "Left eye smile", "ParamGroupFace", 0, 0, 1},
        {"ParamEyeROpen", "Right eye open", "ParamGroupFace", 0, 1, 1},
        {"ParamEyeRSmile", "Right eye smile", "ParamGroupFace", 0, 0, 1},
        {"ParamEyeBallX", "Gaze left and right", "ParamGroupFace", -1, 0, 1},
        {"ParamEyeBallY", "Gaze up and down", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowLY", "Left brow height", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowRY", "Right brow height", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowLAngle", "Left brow angle", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowRAngle", "Right brow angle", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowLForm", "Left brow bend", "ParamGroupFace", -1, 0, 1},
        {"ParamBrowRForm", "Right brow bend", "ParamGroupFace", -1, 0, 1},
        {"ParamMouthForm", "Mouth form", "ParamGroupFace", -1, 0, 1},
        {"ParamMouthOpenY", "Mouth open", "ParamGroupFace", 0, 0, 1},
        {"ParamCheek", "Blush", "ParamGroupFace", 0, 0, 1},
        {"ParamBodyAngleX", "Body turn", "ParamGroupBody", -10, 0, 10},
        {"ParamBodyAngleY", "Body bend", "ParamGroupBody", -10, 0, 10},
        {"ParamBodyAngleZ", "Body lean", "ParamGroupBody", -10, 0, 10},
        {"ParamBreath", "Breath", "ParamGroupBody", 0, 0, 1},
        {"ParamArmLA", "Left arm", "ParamGroupBody", -10, 0, 10},
        {"ParamArmRA", "Right arm", "ParamGroupBody", -10, 0, 10},
        {"ParamHairAhoge", "Sway of the loose lock", "ParamGroupSway", -1, 0, 1},
    };
}

}  // namespace yure::demo
