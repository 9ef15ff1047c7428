import type { Role } from '@sukoyaka/wire/access'
import type { Message } from '@sukoyaka/wire/care/message'
import { IconClipboardText } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { separatorOf } from '../../../ui/text/text-lang.ts'
import { useCancelRequestFromCardMutation } from './api.ts'
import classes from './Card.module.css'

/** Questionnaire request in the thread, with the action for the viewer, if any. */
export function DataEntryCard({ message, viewer }: { message: Message; viewer: Role }) {
  const { t } = useTranslation('message_card')
  const language = useLanguage()
  const mayCancel = usePermission('coordination.write')
  const [isCancelling, setCancelling] = useState(false)
  const request = message.data_entry_request
  if (!request) return null
  const { state, parts, due_on, note, answered_at, questionnaire_id, patient_id } = request
  const isPatient = viewer === 'patient'
  const path = `/${patient_id}/questionnaires/${questionnaire_id}`
  return (
    <article className={classes.card}>
      <header className={classes.head}>
        <IconClipboardText aria-hidden />
        <h3 className={classes.title}>{t(isPatient ? 'entry.title' : 'entry.staffTitle')}</h3>
        <Badge tone={state === 'answered' ? 'accent' : 'outline'}>{t(`entry.${state}`)}</Badge>
      </header>
      {note ? (
        <p className={classes.words} lang="ja">
          {note}
        </p>
      ) : null}
      <dl className={classes.facts}>
        <dt>{t('entry.parts')}</dt>
        <dd>{parts.map((part) => t(`entry.part.${part}`)).join(separatorOf(language))}</dd>
        {due_on ? (
          <>
            <dt>{t('entry.due')}</dt>
            <dd>{formatDate(due_on, language, { weekday: true })}</dd>
          </>
        ) : null}
        {answered_at ? (
          <>
            <dt>{t('entry.answeredAt')}</dt>
            <dd>{formatDate(answered_at, language)}</dd>
          </>
        ) : null}
      </dl>
      {questionnaire_id === null || state === 'cancelled' ? null : (
        <div className={classes.actions}>
          {isPatient ? (
            <ButtonLink kind={state === 'open' ? 'primary' : 'secondary'} to={path}>
              {t(state === 'open' ? 'entry.fill' : 'entry.look')}
            </ButtonLink>
          ) : state === 'answered' ? (
            <ButtonLink size="small" to={path}>
              {t('entry.look')}
            </ButtonLink>
          ) : mayCancel ? (
            <Button kind="danger-outline" size="small" onClick={() => setCancelling(true)}>
              {t('entry.cancel')}
            </Button>
          ) : null}
        </div>
      )}
      {isCancelling ? <CancelDialog id={request.id} onClose={() => setCancelling(false)} /> : null}
    </article>
  )
}

function CancelDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('message_card')
  const [cancel, { isLoading }] = useCancelRequestFromCardMutation()
  const submit = () =>
    save(() => cancel({ id, state: 'cancelled' }), { done: t('entry.cancelDone'), failed: t('entry.cancelFailed') }, { onSaved: onClose, onFailed: onClose })
  return (
    <ConfirmDialog
      title={t('entry.cancel')}
      question={t('entry.cancelAsk')}
      confirm={t('entry.cancel')}
      kind="danger"
      isBusy={isLoading}
      onClose={onClose}
      onConfirm={() => void submit()}
    />
  )
}
