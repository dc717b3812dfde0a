import { themeQuartz } from 'ag-grid-community'

/** The bridge: hands our roles to AG Grid, so that theme, theme colour and size reach it by themselves. */
export const gridTheme = themeQuartz.withParams({
  browserColorScheme: 'inherit',
  backgroundColor: 'var(--surface)',
  chromeBackgroundColor: 'var(--surface-panel)',
  foregroundColor: 'var(--ink)',
  accentColor: 'var(--accent-mark)',
  borderColor: 'var(--line-quiet)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
  spacing: 4,

  fontFamily: 'var(--font-mono)',
  fontSize: 'var(--text-3)',
  headerFontFamily: 'var(--font-sans)',
  headerFontSize: 'var(--text-2)',
  headerFontWeight: 500,
  headerTextColor: 'var(--ink-quiet)',
  headerBackgroundColor: 'var(--surface-panel)',
  headerCellHoverBackgroundColor: 'var(--row-hover)',
  headerRowBorder: { color: 'var(--line)' },
  headerColumnBorder: false,
  headerColumnResizeHandleColor: 'var(--line)',
  headerColumnResizeHandleHeight: '30%',
  headerColumnResizeHandleWidth: 1,

  // twice the lines where long text takes two
  rowHeight: 'var(--rows-height, var(--row-height))',
  headerHeight: 'var(--head-row-height)',
  cellHorizontalPadding: 10,
  rowBorder: { color: 'var(--line-quiet)' },
  columnBorder: false,
  pinnedColumnBorder: { color: 'var(--line)' },
  oddRowBackgroundColor: 'var(--surface)',
  rowHoverColor: 'var(--row-hover)',
  pinnedRowBorder: { color: 'var(--line)' },
  pinnedRowBackgroundColor: 'var(--surface-panel)',
  focusShadow: 'none',
  valueChangeValueHighlightBackgroundColor: 'var(--accent-soft)',
})
