import { useTranslation } from 'react-i18next'
import type { Unsent } from '../../../api/unsent/count.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'

type Props = { unsent: Unsent; onConfirm: () => void; onClose: () => void }

/** Says what signing out deletes. */
export function SignOutQuestion({ unsent, ...dialog }: Props) {
  const { t } = useTranslation('shell')
  return (
    <ConfirmDialog {...dialog} kind="danger" title={t('signOut.title')} question={t('signOut.loses')} confirm={t('signOut.confirm')}>
      <ul>
        {(['messages', 'drafts', 'forms'] as const).map((kind) => (unsent[kind] ? <li key={kind}>{t(`signOut.${kind}`, { count: unsent[kind] })}</li> : null))}
      </ul>
    </ConfirmDialog>
  )
}
