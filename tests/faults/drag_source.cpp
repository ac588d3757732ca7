// SPDX-License-Identifier: MIT
// drag_source FILE…: a window of another program from which files can be dragged, for drops.py. With
// `text:WORDS` or `url:ADDRESS` it drags that instead. It prints "ready" when it is shown and, when the drag
// is over, what the other window said: copied or refused.
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QTimer>
#include <QUrl>
#include <QWidget>

#include <cstdio>

namespace {

class DragSource final : public QWidget {
public:
    explicit DragSource(QStringList what) : m_what(std::move(what)) {
        setWindowFlags(Qt::X11BypassWindowManagerHint | Qt::WindowStaysOnTopHint);
        setGeometry(0, 0, 60, 60);
    }

protected:
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!(event->buttons() & Qt::LeftButton) || m_dragged)
            return;
        m_dragged = true;
        // Qt deletes it when the other window has said that it has what was dragged; until then it asks for
        // it.
        auto* drag = new QDrag(this);
        drag->setMimeData(data());
        connect(drag, &QObject::destroyed, qApp, &QApplication::quit);
        const Qt::DropAction action = drag->exec(Qt::CopyAction);
        std::puts(action == Qt::CopyAction ? "copied" : "refused");
        std::fflush(stdout);
    }

private:
    [[nodiscard]] QMimeData* data() const {
        auto* data = new QMimeData;
        QList<QUrl> urls;
        for (const QString& each : m_what) {
            if (each.startsWith(QLatin1String("text:")))
                data->setText(each.mid(5));
            else
                urls << (each.startsWith(QLatin1String("url:")) ? QUrl(each.mid(4))
                                                                : QUrl::fromLocalFile(each));
        }
        if (!urls.isEmpty())
            data->setUrls(urls);
        return data;
    }

    QStringList m_what;
    bool m_dragged = false;
};

} // namespace

int main(int count, char** words) {
    QApplication application(count, words);
    DragSource source(QApplication::arguments().mid(1));
    source.show();
    QTimer::singleShot(0, &source, [] {
        std::puts("ready");
        std::fflush(stdout);
    });
    return QApplication::exec();
}
