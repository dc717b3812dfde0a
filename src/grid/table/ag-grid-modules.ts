import {
  CellStyleModule,
  ColumnApiModule,
  HighlightChangesModule,
  InfiniteRowModelModule,
  LocaleModule,
  ModuleRegistry,
  PaginationModule,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
  ValidationModule,
} from 'ag-grid-community'

/** The parts of AG Grid that lists need, and no other: each costs the first look at a list. */
ModuleRegistry.registerModules([
  CellStyleModule,
  ColumnApiModule,
  HighlightChangesModule,
  InfiniteRowModelModule,
  LocaleModule,
  PaginationModule,
  PinnedRowModule,
  RenderApiModule,
  RowApiModule,
  RowStyleModule,
  ScrollApiModule,
  ...(import.meta.env.DEV ? [ValidationModule] : []),
])
