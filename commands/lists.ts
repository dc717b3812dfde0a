import { local, ofList } from '#src/command/define.ts'

/** What can be done to the list in front, and to its rows on the screen: each has its key in `default-shortcuts.ts`. */
export const filter = ofList('grid.filterLine', {
  words: {
    zh: ['查找', '搜索列表'],
    en: ['find', 'narrow'],
    es: ['buscar'],
    vi: ['tìm'],
    id: ['saring'],
    ja: ['検索'],
  },
})
export const filterByCell = ofList('grid.filterByCell')
export const topValues = ofList('grid.topValues', { words: { zh: ['统计'], en: ['facets', 'group', 'counts'] } })
export const view = ofList('grid.view', { words: { en: ['views', 'saved filter'] } })
export const saveView = ofList('grid.saveView')
export const undoView = ofList('grid.undoView', { words: { zh: ['返回'], en: ['previous filter'] } })

/** Sort by the column of the cursor: up, down, not at all. */
export const sort = ofList('grid.sort', {
  words: { zh: ['升序', '降序'], en: ['order by'], ja: ['ソート'] },
})
export const addSort = ofList('grid.addSort')
/** Show, hide, move and pin columns. */
export const columns = ofList('grid.columns', {
  words: {
    zh: ['显示列', '隐藏列'],
    en: ['show columns', 'hide columns', 'fields'],
    es: ['mostrar columnas'],
    vi: ['ẩn hiện cột'],
    id: ['tampilkan kolom'],
    ja: ['列の表示'],
  },
})
/** Row height: from one size to the next. */
export const density = ofList('grid.density', {
  words: { zh: ['紧凑', '密度'], en: ['density', 'compact'], es: ['densidad'], vi: ['mật độ'], id: ['kerapatan'] },
})
export const wrap = ofList('grid.wrap')
/** Fetch the rows again. */
export const refresh = ofList('grid.refetch', {
  words: {
    zh: ['刷新'],
    en: ['reload', 'fetch again'],
    es: ['actualizar', 'refrescar'],
    vi: ['làm mới'],
    id: ['segarkan', 'muat ulang'],
    ja: ['更新'],
  },
})
/** Export what is marked, what matches or everything. */
export const exportRows = ofList('grid.export', {
  words: {
    zh: ['下载'],
    en: ['download', 'csv', 'excel'],
    es: ['descargar'],
    vi: ['tải xuống'],
    id: ['unduh'],
    ja: ['ダウンロード'],
  },
})

/** Have what the list shows, or the report in front, sent as a file daily or weekly. */
export const schedule = ofList('grid.schedule', {
  words: {
    zh: ['订阅', '定时发送'],
    en: ['schedule', 'subscribe', 'every day', 'every week'],
    es: ['suscribirse', 'programar envío'],
    vi: ['đăng ký nhận'],
    id: ['berlangganan'],
    ja: ['購読', 'スケジュール'],
  },
})

/** Be told when a number is reached: how many rows there are, or the number under the cursor of a report. */
export const alert = ofList('grid.alert', {
  words: {
    zh: ['预警', '阈值', '提醒'],
    en: ['alert', 'threshold', 'watch'],
    es: ['alerta', 'umbral'],
    vi: ['cảnh báo', 'ngưỡng'],
    id: ['peringatan', 'ambang'],
    ja: ['アラート', 'しきい値'],
  },
})

/** The chart of a report: go there, or unfold it where it is folded; … */
export const chart = ofList('grid.chart', { words: { zh: ['图'], en: ['graph', 'trend'], es: ['gráfica'] } })
/** … take it along as a picture, as it is drawn; … */
export const chartPicture = ofList('grid.chartPicture', {
  words: {
    zh: ['图片', 'png', '截图'],
    en: ['png', 'image of the chart'],
    es: ['imagen'],
    vi: ['hình ảnh', 'png'],
    id: ['gambar', 'png'],
    ja: ['画像', 'png'],
  },
})
/** … or its points. */
export const chartPoints = ofList('grid.chartPoints', {
  words: { zh: ['数据点', 'csv'], en: ['points', 'csv of the chart'], es: ['puntos'], vi: ['điểm'], id: ['titik'] },
})

/** Open a branch of a tree, or fold it, or all of them. */
export const unfold = ofList('grid.unfold', { words: { en: ['expand', 'open branch'] } })
export const fold = ofList('grid.fold', { words: { en: ['collapse', 'close branch'] } })
export const unfoldAll = ofList('grid.unfoldAll', { words: { en: ['expand all'] } })
export const foldAll = ofList('grid.foldAll', { words: { en: ['collapse all'] } })

export const peek = ofList('grid.peek', { words: { zh: ['预览'], en: ['preview', 'details'], es: ['vista previa'] } })
export const open = ofList('grid.open')
/** Mark the row under the cursor, or unmark it. */
export const mark = ofList('grid.mark', {
  words: { zh: ['勾选'], en: ['select', 'tick'], es: ['seleccionar'], vi: ['chọn'], id: ['pilih'], ja: ['選択'] },
})
export const markLoaded = ofList('grid.markLoaded')
/** Mark everything that matches the filter. */
export const markAll = ofList('grid.markAll', {
  words: { zh: ['全选'], en: ['select all'], es: ['seleccionar todo'], vi: ['chọn hết'], id: ['pilih semua'] },
})
export const markAlike = ofList('grid.markAlike')
export const unmark = ofList('grid.peel', { words: { zh: ['取消选中'], en: ['unmark', 'select none', 'clear'] } })
export const copyRow = ofList('grid.copyRow')
export const copyCell = ofList('grid.copyCell')
export const copySelection = ofList('grid.copySelection')

/** Help: everything that is possible here. */
export const help = local('command.keys', {
  search: {
    words: {
      zh: ['帮助', '快捷键'],
      en: ['help', 'shortcuts', 'what can I do here'],
      es: ['ayuda', 'atajos'],
      vi: ['trợ giúp', 'phím tắt'],
      id: ['bantuan', 'pintasan'],
      ja: ['ヘルプ', '使い方'],
    },
  },
  run: (_, { open }) => open('help'),
})
