import { type ChangeEvent, useRef, useState } from 'react'
import { account } from '#contract/account.ts'
import { call } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { LocalizedError, showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { showOwnPicture } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import styles from './Account.module.css'
import { toSmallPng } from './small-png.ts'

/** How one shows oneself: any picture is made small here, and the server takes nothing but its pixels. */
export function PictureField({ picture }: { readonly picture: string }) {
  const { text } = useText()
  const field = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const change = async (work: () => Promise<{ readonly picture: string }>) => {
    setBusy(true)
    try {
      showOwnPicture((await work()).picture)
      invalidate(['account'])
      toast('good', text('account.saved'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = '' // the same file may be chosen again
    if (!file) return
    void change(async () => {
      const small = await toSmallPng(file).catch(() => null)
      if (small === null) throw new LocalizedError(text('faults.not_an_image'))
      return call(account.savePicture, { picture: small })
    })
  }
  return (
    <div className={styles.picture}>
      {picture ? <img src={picture} alt={text('account.picture')} /> : <span aria-hidden="true" />}
      <input ref={field} type="file" accept="image/*" hidden aria-label={text('account.picture')} onChange={choose} />
      <Button busy={busy} onClick={() => field.current?.click()}>
        {text('account.choosePicture')}
      </Button>
      {picture && (
        <ConfirmButton
          label={text('account.removePicture')}
          tone="plain"
          busy={busy}
          onConfirm={() => void change(() => call(account.removePicture, {}))}
        >
          {text('account.removePicture')}
        </ConfirmButton>
      )}
    </div>
  )
}
