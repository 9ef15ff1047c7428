import { isPlanned } from '@sukoyaka/rules/record/medication-period'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

type Props = { intake: MedicineIntake | SupplementIntake; name: string; onEnd: () => void; onCancel: () => void }

/** Ends an intake. One that starts later cannot end before it starts, so it is cancelled instead, after a question. */
export function EndButton({ intake, name, onEnd, onCancel }: Props) {
  const { t } = useTranslation('medication')
  const [isAsking, setAsking] = useState(false)
  const action = isPlanned(intake, tokyoDay(new Date())) ? 'cancel' : 'end'
  return (
    <>
      <Button kind="secondary" size="small" aria-label={t(`${action}.label`, { what: name })} onClick={() => (action === 'cancel' ? setAsking(true) : onEnd())}>
        {t(`${action}.open`)}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('cancel.open')}
          question={t('cancel.ask')}
          what={name}
          confirm={t('cancel.open')}
          onConfirm={() => {
            setAsking(false)
            onCancel()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
