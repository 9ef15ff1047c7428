import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/layout/Card.tsx'
import { useMayWrite } from '../use-may-write.ts'
import { ComposerForm } from './ComposerForm.tsx'

type Props = {
  user_id: number
  interview_id?: number
  /** For a pane: there is no card around the form, and the form fills the height. */
  isBare?: boolean
  onSaved?: () => void
}

/** Editor for a new note. Renders nothing without `kartes.write`. */
export function KarteComposer({ user_id, interview_id, isBare = false, onSaved }: Props) {
  const { t } = useTranslation('karte')
  if (!useMayWrite()) return null
  const form = <ComposerForm key={`${user_id} ${interview_id}`} place={{ user_id, interview_id }} rows={isBare ? undefined : 5} onSaved={onSaved} />
  return isBare ? form : <Card title={t('write.title')}>{form}</Card>
}
