import { useTranslation } from 'react-i18next'
import { formatSentenceDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { save } from '../../../ui/form/save.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useChooseInterviewProposalMutation } from './api.ts'
import classes from './Card.module.css'

/** Asks before a proposed time is chosen, which books the interview. */
export function ChooseDialog({ id, start, isPatient, onClose }: { id: number; start: string; isPatient: boolean; onClose: () => void }) {
  const { t } = useTranslation(['message_card', 'common'])
  const language = useLanguage()
  const [choose, { isLoading }] = useChooseInterviewProposalMutation()
  const submit = () =>
    save(
      () => choose({ id, start }),
      { done: t('message_card:proposal.done'), failed: t('message_card:proposal.failed') },
      { onSaved: onClose, onFailed: onClose, onRejected: onClose },
    )
  return (
    <Dialog
      title={t('message_card:proposal.ask', { at: formatSentenceDate(start, language) })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={(close) => <SubmitButtons label={t('message_card:proposal.confirm')} isBusy={isLoading} onCancel={close} />}
    >
      <p className={classes.words}>{t(isPatient ? 'message_card:proposal.askText' : 'message_card:proposal.askOther')}</p>
    </Dialog>
  )
}
