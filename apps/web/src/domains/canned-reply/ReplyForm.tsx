import { placeholders, unknownPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import type { CannedReply } from '@sukoyaka/wire/care/canned-reply'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useAddCannedReplyMutation, useChangeCannedReplyMutation, useRemoveCannedReplyMutation } from './api.ts'
import classes from './CannedReplies.module.css'

const maxBodyLength = 5000

/** Form to create or edit a canned reply. */
export function ReplyForm({ reply, onClose }: { reply: CannedReply | undefined; onClose: () => void }) {
  const { t } = useTranslation('canned_reply')
  const first = { title: reply?.title ?? '', body: reply?.body ?? '', is_shared: reply?.is_shared ?? false }
  const [add] = useAddCannedReplyMutation()
  const [change] = useChangeCannedReplyMutation()
  const [remove] = useRemoveCannedReplyMutation()
  const area = useRef<HTMLDivElement>(null)
  const form = useForm(`canned_replies/${reply?.id ?? 'new'}`, first, {
    version: reply?.updated_at,
    check: ({ body }) => ({ body: unknownPlaceholders(body).length > 0 || lengthOf(body) > maxBodyLength }),
    send: (values, updated_at) => (reply ? change({ id: reply.id, updated_at, ...values }) : add(values)),
    messages: { done: t('saved'), failed: t('failed') },
    onClose,
  })
  const { body } = form.values
  const unknown = unknownPlaceholders(body)
  const insertPlaceholder = (name: string) => {
    const field = area.current?.querySelector('textarea')
    const at = field?.selectionEnd ?? body.length
    form.put({ body: `${body.slice(0, at)}{${name}}${body.slice(at)}` })
    field?.focus()
  }
  return (
    <FormDialog
      patient={null}
      form={form}
      title={t(reply ? 'change' : 'add')}
      width={640}
      submit={t('save')}
      removal={
        reply && {
          open: t('remove'),
          title: t('remove'),
          question: t('removeAsk', { title: reply.title }),
          confirm: t('remove'),
          send: () => remove({ id: reply.id }),
          done: t('removed'),
          failed: t('removeFailed'),
        }
      }
    >
      <TextInput label={t('name')} required data-autofocus maxLength={60} {...form.field('title')} />
      <div ref={area}>
        <TextArea
          label={t('body')}
          required
          rows={8}
          maxLength={maxBodyLength}
          {...form.field('body')}
          error={unknown.length ? t('unknown', { names: unknown.join(' ') }) : form.errorOf('body')}
        />
      </div>
      <div className={classes.chips}>
        {placeholders.map((name) => (
          <Button key={name} kind="soft" size="small" lang="ja" aria-label={t('putPlaceholder', { name: `{${name}}` })} onClick={() => insertPlaceholder(name)}>
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <p className={classes.hint}>{t('placeholders')}</p>
      <Checkbox label={t('shareIt')} {...form.checkbox('is_shared')} />
    </FormDialog>
  )
}
