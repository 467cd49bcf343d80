# cmake -DOUT=file.cpp -DNAMESPACE=a::b -DHEADER=x.hpp "-DITEMS=name=file+file,name=file" -P EmbedText.cmake
# A source file with one function a name that gives the files' bytes, one after another, as a string_view.
file(WRITE ${OUT}.new "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n")
string(REPLACE "," ";" items "${ITEMS}")
foreach(item IN LISTS items)
  string(REGEX MATCH "^([a-z_]+)=(.*)$" matched "${item}")
  set(name ${CMAKE_MATCH_1})
  string(REPLACE "+" ";" files "${CMAKE_MATCH_2}")
  set(bytes "")
  foreach(path IN LISTS files)
    file(READ ${path} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," hex "${hex}")
    string(APPEND bytes "${hex}")
  endforeach()
  file(APPEND ${OUT}.new "static constexpr unsigned char k_${name}[] = {${bytes}0};\n"
    "std::string_view ${name}() { return {reinterpret_cast<const char*>(k_${name}), sizeof k_${name} - 1}; }\n")
endforeach()
file(APPEND ${OUT}.new "}  // namespace ${NAMESPACE}\n")
file(RENAME ${OUT}.new ${OUT})
