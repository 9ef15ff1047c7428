import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { Membership } from '@sukoyaka/wire/care/membership'
import type { Contract } from '@sukoyaka/wire/people/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useWithdrawContractMutation } from '../api.ts'
import classes from '../Membership.module.css'

const ContractDialog = lazyNamed(() => import('./ContractDialog.tsx'), 'ContractDialog')
const EndDialog = lazyNamed(() => import('./EndDialog.tsx'), 'EndDialog')

type Props = { membership: Membership; user_id: number }

/** For staff: starts, changes or ends the contract of a patient, or withdraws the next one. */
export function ContractActions({ membership, user_id }: Props) {
  const { t } = useTranslation('contract_form')
  const { contract, next_contract } = membership
  const [open, setOpen] = useState<'start' | 'change' | 'end' | 'withdraw'>()
  const close = () => setOpen(undefined)
  return (
    <Card title={t('card')}>
      <p className={classes.quiet}>{t('cardText')}</p>
      <div className={classes.actions}>
        {contract ? (
          <>
            <Button onClick={() => setOpen('change')}>{t('change')}</Button>
            <Button onClick={() => setOpen('end')}>{t('end')}</Button>
          </>
        ) : (
          <Button onClick={() => setOpen('start')}>{t('start')}</Button>
        )}
        {next_contract ? <Button onClick={() => setOpen('withdraw')}>{t('withdraw')}</Button> : null}
      </div>
      <Suspense>
        {open === 'start' ? <ContractDialog user_id={user_id} onClose={close} /> : null}
        {open === 'change' && contract ? <ContractDialog user_id={user_id} changed={{ contract, membership }} onClose={close} /> : null}
        {open === 'end' && contract ? <EndDialog contract={contract} membership={membership} onClose={close} /> : null}
      </Suspense>
      {open === 'withdraw' && next_contract ? <WithdrawDialog contract={next_contract} onClose={close} /> : null}
    </Card>
  )
}

function WithdrawDialog({ contract, onClose }: { contract: Contract; onClose: () => void }) {
  const { t } = useTranslation('contract_form')
  const language = useLanguage()
  const [withdraw] = useWithdrawContractMutation()
  return (
    <ConfirmDialog
      title={t('withdrawTitle')}
      question={t('withdrawQuestion', { plan: contract.plan?.display_name ?? '', from: formatDay(tokyoDay(contract.started_at), language) })}
      confirm={t('withdraw')}
      kind="danger"
      onClose={onClose}
      onConfirm={() => {
        onClose()
        void save(() => withdraw({ id: contract.id }), { done: t('withdrawn'), failed: t('withdrawFailed') })
      }}
    />
  )
}
