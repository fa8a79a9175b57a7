// One scene, ready to be rendered: triangles, what lies on them, light, camera.
#pragma once

#include "core/data/synth/lighting.h"
#include "core/data/synth/mesh.h"
#include "core/data/synth/surface_map.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace unlit::synth {

struct Material {
    std::string family; ///< "stone", or "textures/NAME"
    std::shared_ptr<const SurfaceMap> map;
    float tileWidth = 1;    ///< metres that the map spans
    float relief = 0;       ///< metres between heights 0 and 1
    float specular = 0.04F; ///< reflectance of dielectrics at normal incidence; 0 = purely diffuse
    float macro = 0;        ///< how much brightness drifts over metres, so that no repetition shows
    std::uint32_t seed = 0;
};

struct Camera {
    Vec3 position{0, 1, 2};
    Frame view;           ///< x right, y up, z backwards
    float tangent = 0.4F; ///< of half the picture's angle

    /// `x`, `y` in [-1,1], y down. Unit direction.
    Vec3 direction(float x, float y) const {
        return normalized(view.toWorld({x * tangent, -y * tangent, -1}));
    }
};

/// A part that has been placed: how its own space lies in the world.
struct PlacedPart {
    std::uint32_t material = 0;
    Frame turn;
};

/// Mesh positions are in the world, texture positions and normals in each part's own space.
struct Scene {
    Mesh mesh;
    std::vector<std::uint32_t> partOfTriangle;
    std::vector<PlacedPart> parts;
    std::vector<Material> materials;
    Lighting lighting;
    Camera camera;
    float brightness = 0.18F; ///< what the mean log luminance of the picture is exposed to

    std::string kind;                 ///< "surface", "objects", "wall", "closeup"
    std::string light;                ///< "clear", "hazy", "overcast", "low-sun", "lamps"
    std::vector<std::string> objects; ///< names of object kinds

    /// Adds the part, its surface moved by the material's relief.
    void add(const Part& part, std::uint32_t material);
};

struct PlaceOnPart {
    SurfaceSample surface; ///< slopes are not used
    Vec3 normal;           ///< unit, in the part's space, bent by the slopes
};

/// The map where its three projections along the axes of a part's space meet. `place`: texture
/// position; `normal`: unit, in the part's space; `footprint`: metres that one sample stands for.
PlaceOnPart lookUp(const Material& material, Vec3 place, Vec3 normal, float footprint);

} // namespace unlit::synth
