// SPDX-License-Identifier: MIT
#include "core/document/document_json.h"

#include "core/base/version.h"
#include "core/files/json_text.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <set>
#include <type_traits>
#include <utility>

namespace jitterscope {
namespace {

// The fields of everything in a report, in their order. The writer and the reader share them.

template <typename Io>
void fields(Io& io, Point& point) {
    io(point.x, point.y);
}
template <typename Io>
void fields(Io& io, Outline& outline) {
    io(outline.points, outline.closed);
}
template <typename Io>
void fields(Io& io, TextLook& look) {
    io(look.ink, look.size, look.anchor, look.bold, look.figures);
}
template <typename Io>
void fields(Io& io, StrokeLook& look) {
    io(look.ink, look.width, look.dashes, look.round);
}
template <typename Io>
void fields(Io& io, AreaLook& look) {
    io(look.ink, look.hatch);
}
template <typename Io>
void fields(Io& io, RectShape& shape) {
    io(shape.corner, shape.width, shape.height, shape.fill, shape.opacity, shape.radius);
}
template <typename Io>
void fields(Io& io, LineShape& shape) {
    io(shape.from, shape.to, shape.look);
}
template <typename Io>
void fields(Io& io, CircleShape& shape) {
    io(shape.centre, shape.radius, shape.ink, shape.hollow);
}
template <typename Io>
void fields(Io& io, DiamondShape& shape) {
    io(shape.centre, shape.radius, shape.ink);
}
template <typename Io>
void fields(Io& io, FillShape& shape) {
    io(shape.path, shape.ink, shape.opacity);
}
template <typename Io>
void fields(Io& io, StrokeShape& shape) {
    io(shape.path, shape.look);
}
template <typename Io>
void fields(Io& io, TextShape& shape) {
    io(shape.at, shape.text, shape.look);
}
template <typename Io>
void fields(Io& io, BoxShape& shape) {
    io(shape.corner, shape.width, shape.height, shape.look, shape.opacity);
}
template <typename Io>
void fields(Io& io, StampShape& shape) {
    io(shape.picture, shape.corner, shape.scale, shape.opacity);
}
template <typename Io>
void fields(Io& io, Picture& picture) {
    io(picture.width, picture.height, picture.title, picture.description, picture.shapes);
}
template <typename Io>
void fields(Io& io, Paragraph& paragraph) {
    io(paragraph.text, paragraph.role);
}
template <typename Io>
void fields(Io& io, Column& column) {
    io(column.name, column.label, column.quantity, column.meaning);
}
template <typename Io>
void fields(Io& io, Table& table) {
    io(table.id, table.title, table.columns, table.rows);
}
template <typename Io>
void fields(Io& io, CodeBlock& code) {
    io(code.language, code.text);
}
template <typename Io>
void fields(Io& io, PictureBlock& block) {
    io(block.picture, block.caption);
}
template <typename Io>
void fields(Io& io, Section& section) {
    io(section.title, section.blocks, section.folded, section.newPage);
}
template <typename Io>
void fields(Io& io, Document& document) {
    io(document.title, document.sections);
}

// The last value of each enumeration.
constexpr Ink lastOf(Ink) {
    return Ink::Violet;
}
constexpr Hatch lastOf(Hatch) {
    return Hatch::Grid;
}
constexpr Anchor lastOf(Anchor) {
    return Anchor::End;
}
constexpr Quantity lastOf(Quantity) {
    return Quantity::Number;
}
constexpr Paragraph::Role lastOf(Paragraph::Role) {
    return Paragraph::Role::Note;
}

template <typename T>
concept Enumeration = std::is_enum_v<T>;

/// Adds values to an array.
class DocumentWriter {
public:
    template <typename... Fields>
    void operator()(Fields&... values) {
        (add(values), ...);
    }

    Json array = Json::array();

private:
    template <typename T>
    static Json nested(T& value) {
        DocumentWriter inside;
        fields(inside, value);
        return std::move(inside.array);
    }

    void add(std::monostate&) { array.push_back(nullptr); }
    void add(std::string_view& text) { array.push_back(text); }
    void add(std::string& text) { array.push_back(text); }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void add(T number) { array.push_back(number); }
    template <Enumeration T>
    void add(T value) {
        array.push_back(static_cast<int>(value));
    }
    template <typename T>
    void add(std::vector<T>& values) {
        DocumentWriter inside;
        for (T& each : values)
            inside(each);
        array.push_back(std::move(inside.array));
    }
    template <typename... Kinds>
    void add(std::variant<Kinds...>& value) {
        DocumentWriter inside;
        const std::size_t kind = value.index();
        inside(kind);
        std::visit(inside, value);
        array.push_back(std::move(inside.array));
    }
    void add(std::shared_ptr<const Picture>& picture) {
        Picture copy = *picture;
        array.push_back(nested(copy));
    }
    template <typename T>
    requires std::is_class_v<T>
    void add(T& value) { array.push_back(nested(value)); }
};

/// Thrown for a text that documentJson() did not write.
struct NoDocument {};

/// Takes values from an array. Throws NoDocument, or what nlohmann throws.
class DocumentReader {
public:
    explicit DocumentReader(const Json& array) : m_array(array) {
        if (!array.is_array())
            throw NoDocument{};
    }

    template <typename... Fields>
    void operator()(Fields&... values) {
        (take(values), ...);
    }

private:
    const Json& next() { return m_array.at(m_place++); }

    void take(std::monostate&) { (void)next(); }
    void take(std::string& text) { text = next().get<std::string>(); }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void take(T& number) { number = next().get<T>(); }
    template <Enumeration T>
    void take(T& value) {
        const int number = next().get<int>();
        if (number < 0 || number > static_cast<int>(lastOf(T{})))
            throw NoDocument{};
        value = static_cast<T>(number);
    }
    /// A look refers to a text that must stay valid, so each different one is kept; there are few.
    void take(std::string_view& dashes) {
        static std::mutex mutex;
        static std::set<std::string> seen;
        const std::scoped_lock lock(mutex);
        dashes = *seen.insert(next().get<std::string>()).first;
    }
    template <typename T>
    void take(std::vector<T>& values) {
        const Json& array = next();
        DocumentReader inside(array);
        values.resize(array.size());
        for (T& each : values)
            inside(each);
    }
    template <typename... Kinds>
    void take(std::variant<Kinds...>& value) {
        DocumentReader inside(next());
        std::size_t kind = 0;
        inside(kind);
        std::size_t place = 0;
        const bool known =
            ((place++ == kind ? (inside(value.template emplace<Kinds>()), true) : false) || ...);
        if (!known)
            throw NoDocument{};
    }
    void take(std::shared_ptr<const Picture>& picture) {
        DocumentReader inside(next());
        Picture read;
        fields(inside, read);
        picture = std::make_shared<const Picture>(std::move(read));
    }
    template <typename T>
    requires std::is_class_v<T>
    void take(T& value) {
        DocumentReader inside(next());
        fields(inside, value);
    }

    const Json& m_array;
    std::size_t m_place = 0;
};

Document documentOf(const Json& file) {
    Document document;
    DocumentReader reader(file.at("document"));
    fields(reader, document);
    for (const Section& section : document.sections) {
        for (const Block& block : section.blocks) {
            const auto* const table = std::get_if<Table>(&block);
            if (table != nullptr && std::ranges::any_of(table->rows, [&](const std::vector<Cell>& row) {
                    return row.size() != table->columns.size();
                }))
                throw NoDocument{};
        }
    }
    return document;
}

} // namespace

std::string documentJson(Document document) {
    DocumentWriter writer;
    fields(writer, document);
    return Json{{"jitterscope_document", 1}, {"version", version()}, {"document", std::move(writer.array)}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Document> documentFromJson(std::string_view text) {
    const Error wrong{ErrorCode::Format, "this is no report of jitterscope-cli", ""};
    const JsonText read = readJsonText(text);
    const Json& file = read.json;
    if (read.fault || !file.is_object() || !file.contains("jitterscope_document"))
        return wrong;
    try {
        if (const auto& made = file.at("version"); made != version())
            return Error{ErrorCode::Format,
                         "this report is of jitterscope-cli " + made.get<std::string>() + ", not " +
                             std::string(version()),
                         ""};
        return documentOf(file);
    } catch (const NoDocument&) {
        return wrong;
    } catch (const Json::exception&) {
        return wrong;
    }
}

} // namespace jitterscope
