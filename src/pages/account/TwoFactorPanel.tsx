import { useState } from 'react'
import { account, type TwoFactor as Standing } from '#contract/account.ts'
import { call } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { RecoveryCodes } from '#src/session/two-factor/RecoveryCodes.tsx'
import { TwoFactorSetup } from '#src/session/two-factor/TwoFactorSetup.tsx'
import { beginTwoFactor, type TwoFactorSecret } from '#src/session/two-factor/two-factor.ts'
import { Button } from '#src/ui/Button.tsx'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'
import { DisableTwoFactor } from './DisableTwoFactor.tsx'

/** What is open over the panel. */
type OpenDialog =
  | { readonly is: 'setup'; readonly begun: TwoFactorSecret }
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  | { readonly is: 'end' }

/** How it stands, and what can be done about it. */
function TwoFactorActions({
  standing: { on, at, codesLeft, required },
  show,
}: {
  standing: Standing
  show(open: OpenDialog): void
}) {
  const { text } = useText()
  const setUp = () => beginTwoFactor().then((begun) => show({ is: 'setup', begun }), showError)
  const renew = () =>
    call(account.renewCodes, {}).then(({ recoveryCodes }) => show({ is: 'codes', codes: recoveryCodes }), showError)
  if (!on) {
    return (
      <div className={styles.form}>
        <p className={styles.says}>{text('account.twoFactor.offSays')}</p>
        <div className={styles.acts}>
          <Button onClick={() => void setUp()}>{text('session.twoFactor.setUp')}</Button>
        </div>
      </div>
    )
  }
  return (
    <div className={styles.form}>
      <DescriptionList
        facts={[
          [text('account.twoFactor.on'), <Value key="on" of={{ kind: 'instant' }} value={at} />],
          [text('account.twoFactor.codesLeft'), <Value key="left" of={{ kind: 'count' }} value={codesLeft} />],
        ]}
      />
      <div className={styles.acts}>
        <Button onClick={() => void renew()}>{text('account.twoFactor.renew')}</Button>
        <Button onClick={() => void setUp()}>{text('account.twoFactor.move')}</Button>
        {!required && <Button onClick={() => show({ is: 'end' })}>{text('account.twoFactor.end')}</Button>}
      </div>
      {required && <p className={styles.says}>{text('account.twoFactor.requiredSays')}</p>}
    </div>
  )
}

/** A second factor beside the password. */
export function TwoFactorPanel() {
  const { text } = useText()
  const standing = useCall(account.twoFactor, {})
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const close = () => setOpen(null)
  const done = (said: 'session.twoFactor.isOn' | 'account.twoFactor.ended' | null) => () => {
    close()
    invalidate(['account'])
    if (said) toast('good', text(said))
  }
  return (
    <Panel title={text('session.twoFactor')}>
      <QueryResult query={standing}>{(answer) => <TwoFactorActions standing={answer} show={setOpen} />}</QueryResult>
      {open?.is === 'setup' && (
        <TwoFactorSetup begun={open.begun} onClose={close} onDone={done('session.twoFactor.isOn')} />
      )}
      {open?.is === 'codes' && (
        <Dialog title={text('session.codes')} description={text('session.codes.says')}>
          <RecoveryCodes codes={open.codes} onKept={done(null)} />
        </Dialog>
      )}
      {open?.is === 'end' && <DisableTwoFactor onClose={close} onDone={done('account.twoFactor.ended')} />}
    </Panel>
  )
}
