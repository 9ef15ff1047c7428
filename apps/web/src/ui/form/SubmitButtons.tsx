import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'

type Props = {
  /** Label of the submit button; "save" by default. */
  label?: string | undefined
  /** Label of the cancel button; "cancel" by default. */
  cancelLabel?: string | undefined
  isDanger?: boolean | undefined
  isBusy?: boolean
  isBlocked?: boolean | undefined
  onCancel: () => void
}

/** Cancel and submit buttons of a form. */
export function SubmitButtons({ label, cancelLabel, isDanger, isBusy, isBlocked, onCancel }: Props) {
  const { t } = useTranslation('common')
  return (
    <>
      <Button kind="neutral" onClick={onCancel}>
        {cancelLabel ?? t('action.cancel')}
      </Button>
      <Button kind={isDanger ? 'danger' : 'primary'} type="submit" loading={isBusy} disabled={isBlocked}>
        {label ?? t('action.save')}
      </Button>
    </>
  )
}
