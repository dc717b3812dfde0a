import { useState } from 'react'
import { account, type TwoFactor as Standing } from '#contract/account.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { stale, useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { RecoveryCodes } from '#src/session/RecoveryCodes.tsx'
import { TwoFactorSetup } from '#src/session/TwoFactorSetup.tsx'
import { type Begun, beginTwoFactor } from '#src/session/two-factor.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.ts'
import { Value } from '#src/ui/Value.tsx'
import styles from './Account.module.css'
import { EndTwoFactor } from './EndTwoFactor.tsx'

/** What is open over the panel. */
type Open =
  | { readonly is: 'setup'; readonly begun: Begun }
  | { readonly is: 'codes'; readonly codes: readonly string[] }
  | { readonly is: 'end' }

/** How it stands, and what can be done about it. */
function Acts({ standing: { on, at, codesLeft, required }, show }: { standing: Standing; show(open: Open): void }) {
  const { text } = useText()
  const setUp = () => beginTwoFactor().then((begun) => show({ is: 'setup', begun }), announce)
  const renew = () =>
    call(account.renewCodes, {}).then(({ recoveryCodes }) => show({ is: 'codes', codes: recoveryCodes }), announce)
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
      <Facts
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
export function TwoFactor() {
  const { text } = useText()
  const standing = useCall(account.twoFactor, {}, { quiet: true })
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const done = (said: 'session.twoFactor.isOn' | 'account.twoFactor.ended' | null) => () => {
    close()
    stale(['account'])
    if (said) toast('good', text(said))
  }
  return (
    <Panel title={text('session.twoFactor')}>
      <Answered query={standing}>{(answer) => <Acts standing={answer} show={setOpen} />}</Answered>
      {open?.is === 'setup' && (
        <TwoFactorSetup begun={open.begun} onClose={close} onDone={done('session.twoFactor.isOn')} />
      )}
      {open?.is === 'codes' && (
        <Dialog title={text('session.codes')} description={text('session.codes.says')}>
          <RecoveryCodes codes={open.codes} onKept={done(null)} />
        </Dialog>
      )}
      {open?.is === 'end' && <EndTwoFactor onClose={close} onDone={done('account.twoFactor.ended')} />}
    </Panel>
  )
}
