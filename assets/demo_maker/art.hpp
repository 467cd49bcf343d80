/// The drawn layers of the demo character Yura, each group in its own file. Ids are the art mesh ids. "L" and "R" are
/// the character's own left and right: L lies in the right half of the picture.
#pragma once

#include "layer.hpp"

#include <vector>

namespace yure::demo {

std::vector<Layer> back_hair_layers();   ///< strands that hang behind the body, and the mass behind the head
std::vector<Layer> front_hair_layers();  ///< crown, bangs, side locks, the loose lock on top
std::vector<Layer> head_ribbon_layers();
std::vector<Layer> face_layers();   ///< face, ears, nose, mouth, cheeks, the bangs' shadow
std::vector<Layer> eye_layers();    ///< both eyes and brows
std::vector<Layer> body_layers();   ///< neck, torso, arms, legs
std::vector<Layer> dress_layers();  ///< skirt, collar, chest ribbon

}  // namespace yure::demo
