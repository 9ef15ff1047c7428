import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'

type Props = {
  /** What pressing it does; "save" unless told. */
  label?: string
  isBusy?: boolean
  isBlocked?: boolean | undefined
  onCancel: () => void
}

/** The foot of a dialog that sends something: back, and on. */
export function SubmitButtons({ label, isBusy, isBlocked, onCancel }: Props) {
  const { t } = useTranslation('common')
  return (
    <>
      <Button kind="neutral" onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button kind="pri" type="submit" loading={isBusy} disabled={isBlocked}>
        {label ?? t('action.save')}
      </Button>
    </>
  )
}
