import { pages } from '#contract/menu.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { SheetPage } from './SheetPage.tsx'

/** Files many write-offs from a filled sheet; leads to them. */
export const FileWriteOffs = () => (
  <SheetPage
    endpoint={writeOffs.upload}
    template={writeOffs.template}
    hint="writeOffs.uploadHint"
    done="writeOffs.upload.done"
    then={({ sheet }) => `${pages.writeOffs}?q=${encodeURIComponent(`sheet:${sheet}`)}`}
  />
)
