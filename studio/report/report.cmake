# The bake report, part of yure_studio. The page's sources, as they are edited, become one source file.
set(REPORT_FOLDER ${CMAKE_CURRENT_LIST_DIR})
set(REPORT_ASSETS ${REPORT_FOLDER}/assets)
set(REPORT_SCRIPTS base language unpack puppet painter_gl painter_canvas charts summary player playback plots making table details main)
list(TRANSFORM REPORT_SCRIPTS PREPEND ${REPORT_ASSETS}/js/)
list(TRANSFORM REPORT_SCRIPTS APPEND .js)
list(JOIN REPORT_SCRIPTS + REPORT_SCRIPT_FILES)
set(REPORT_ITEMS html=${REPORT_ASSETS}/report.html css=${REPORT_ASSETS}/report.css script=${REPORT_SCRIPT_FILES})
foreach(language en zh ja)
  list(APPEND REPORT_ITEMS strings_${language}=${REPORT_ASSETS}/strings/${language}.json)
  list(APPEND REPORT_STRINGS ${REPORT_ASSETS}/strings/${language}.json)
endforeach()
list(JOIN REPORT_ITEMS , REPORT_ITEMS)
set(REPORT_ASSETS_CPP ${CMAKE_CURRENT_BINARY_DIR}/report_page_assets.cpp)
add_custom_command(OUTPUT ${REPORT_ASSETS_CPP}
  COMMAND ${CMAKE_COMMAND} -DOUT=${REPORT_ASSETS_CPP} -DNAMESPACE=yure::studio::page_assets -DHEADER=page_assets.hpp -DITEMS=${REPORT_ITEMS}
    -P ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
  DEPENDS ${REPORT_ASSETS}/report.html ${REPORT_ASSETS}/report.css ${REPORT_SCRIPTS} ${REPORT_STRINGS} ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
  VERBATIM)

target_sources(yure_studio PRIVATE
  report/body_details.cpp report/packed.cpp report/page.cpp report/page_textures.cpp report/replay.cpp
  report/replay_document.cpp report/replay_stage.cpp report/shape_basis.cpp report/verdict.cpp ${REPORT_ASSETS_CPP})
target_include_directories(yure_studio PRIVATE ${REPORT_FOLDER})
target_link_libraries(yure_studio PRIVATE ZLIB::ZLIB Eigen3::Eigen)
