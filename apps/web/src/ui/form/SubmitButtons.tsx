import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'

type Props = {
  /** Label of the submit button; "save" by default. */
  label?: string | undefined
  isBusy?: boolean
  isBlocked?: boolean | undefined
  onCancel: () => void
}

/** Dialog footer with cancel and submit. */
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
