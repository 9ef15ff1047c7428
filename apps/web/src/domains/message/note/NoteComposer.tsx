import { maxNoteLength } from '@sukoyaka/wire/care/message-note'
import { IconLock, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { useImeSafeEnter } from '../../../ui/form/ime.ts'
import { lengthOf } from '../../../ui/form/length.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { MentionList } from '../composer/MentionList.tsx'
import { mentionedIn, type Target } from '../composer/mention.ts'
import { sends } from '../composer/send-key.ts'
import { useMention } from '../composer/use-mention.ts'
import { useSendKey } from '../composer/use-send-key.ts'
import { useAddMessageNoteMutation } from './api.ts'
import classes from './Note.module.css'

type Values = { body: string; mentions: Pick<Target, 'id' | 'last_name' | 'first_name'>[] }
const empty: Values = { body: '', mentions: [] }

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  patient_id: number
  me_id: number
  compact: boolean
  onAdded: () => void
  onClose: () => void
}

/** Writes a note in place of the message composer, so that the two cannot be mistaken for each other. A note has a draft of its own. */
export function NoteComposer({ field, patient_id, me_id, compact, onAdded, onClose }: Props) {
  const { t } = useTranslation('conversation')
  const listId = useId()
  const [sendKey] = useSendKey(me_id, true)
  const [add] = useAddMessageNoteMutation()
  const form = useForm(`message_notes/${patient_id}`, empty, {
    groups: [['body', 'mentions']],
    // text typed while a note is sent stays for the next note
    merge: { body: (mine, sent) => (mine.startsWith(sent) ? mine.slice(sent.length).trimStart() : mine) },
    check: ({ body }) => ({ body: !body.trim() ? t('note.empty') : lengthOf(body) > maxNoteLength }),
    send: ({ body, mentions }) => add({ patient_id, body: body.trim(), mention_ids: mentionedIn(body, mentions).map(({ id }) => id) }),
    saved: () => ({ values: empty }),
    messages: { failed: t('note.failed') },
    onSaved: onAdded,
  })
  const { body } = form.values
  const over = lengthOf(body) - maxNoteLength
  const mention = useMention({
    patient_id,
    body,
    field,
    isStaffOnly: true,
    onPick: (text, { id, last_name, first_name }) =>
      form.put({ body: text, mentions: [...form.values.mentions.filter((person) => person.id !== id), { id, last_name, first_name }] }),
  })
  const submit = () => form.submit(field.current?.parentElement ?? undefined)
  const enter = useImeSafeEnter<HTMLTextAreaElement>((event) => {
    if (!sends(sendKey, event, matchMedia('(pointer: coarse)').matches)) return
    event.preventDefault()
    submit()
  })
  useEffect(() => field.current?.focus(), [field])
  const error = over > 0 ? t('write.tooLong', { max: maxNoteLength.toLocaleString(), count: over }) : form.errorOf('body')
  return (
    <section className={clsx(classes.composer, compact && classes.compact)} aria-label={t('note.write')}>
      {mention.people.length ? <MentionList id={listId} people={mention.people} at={mention.at} onPick={mention.pick} /> : null}
      <p className={classes.head}>
        <IconLock aria-hidden />
        <strong>{t('note.title')}</strong>
        <span className={classes.hidden}>{t('note.hidden')}</span>
        <IconButton size="small" className={classes.close} label={t('note.close')} icon={<IconX aria-hidden />} onClick={onClose} />
      </p>
      <textarea
        ref={field}
        className={classes.field}
        rows={2}
        value={body}
        placeholder={t('note.placeholder')}
        aria-label={t('note.write')}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? `${listId}-error` : undefined}
        aria-autocomplete="list"
        aria-controls={mention.people.length ? listId : undefined}
        aria-activedescendant={mention.people.length ? `${listId}-${mention.at}` : undefined}
        onChange={(event) => {
          form.put({ body: event.currentTarget.value })
          mention.readCaret()
        }}
        onSelect={mention.readCaret}
        onBlur={mention.close}
        {...enter}
        onKeyDown={(event) => {
          if (!mention.onKey(event)) enter.onKeyDown(event)
        }}
      />
      {error ? <FieldMessage id={`${listId}-error`}>{error}</FieldMessage> : null}
      <FormFailure form={form} />
      <div className={classes.bar}>
        <Button kind="neutral" size="small" onClick={onClose}>
          {t('note.back')}
        </Button>
        <Button kind="secondary" size="small" icon={<IconLock aria-hidden />} loading={form.isSending} onClick={submit}>
          {t('note.add')}
        </Button>
      </div>
    </section>
  )
}
