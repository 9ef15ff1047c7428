import { placeholders, unknownPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import type { CannedReply } from '@sukoyaka/wire/care/canned-reply'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { save } from '../../ui/form/save.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddCannedReplyMutation, useChangeCannedReplyMutation, useRemoveCannedReplyMutation } from './api.ts'
import classes from './CannedReplies.module.css'

/** Form to create or edit a canned reply. */
export function ReplyForm({ reply, onClose }: { reply: CannedReply | undefined; onClose: () => void }) {
  const { t } = useTranslation(['canned_reply', 'common'])
  const before = { title: reply?.title ?? '', body: reply?.body ?? '', is_shared: reply?.is_shared ?? false }
  const [form, setForm] = useState(before)
  const [fields, setFields] = useState<CallError['fields']>()
  const [isRemoving, setIsRemoving] = useState(false)
  const [add, adding] = useAddCannedReplyMutation()
  const [change, changing] = useChangeCannedReplyMutation()
  const area = useRef<HTMLDivElement>(null)
  const { title, body, is_shared } = form
  const unknown = unknownPlaceholders(body)
  /** Inserts a placeholder at the cursor, or at the end. */
  const insertPlaceholder = (name: string) => {
    const field = area.current?.querySelector('textarea')
    const at = field?.selectionEnd ?? body.length
    setForm({ ...form, body: `${body.slice(0, at)}{${name}}${body.slice(at)}` })
    field?.focus()
  }
  const submit = async () => {
    const { error } = (reply ? await change({ id: reply.id, updated_at: reply.updated_at, ...form }) : await add(form)) as { error?: CallError }
    if (!error) {
      toast.success(t('canned_reply:saved'))
      return onClose()
    }
    setFields(error.fields)
    if (!error.fields) toast.error(t('canned_reply:failed'), { text: error.error })
  }
  if (isRemoving && reply) return <RemoveDialog reply={reply} onBack={() => setIsRemoving(false)} onDone={onClose} />
  return (
    <Dialog
      title={t(reply ? 'canned_reply:change' : 'canned_reply:add')}
      width={640}
      onClose={onClose}
      onSubmit={() => void submit()}
      unsaved={title !== before.title || body !== before.body || is_shared !== before.is_shared}
      footer={(close) => (
        <>
          {reply ? (
            <Button kind="dan-o" icon={<IconTrash aria-hidden />} style={{ marginRight: 'auto' }} onClick={() => setIsRemoving(true)}>
              {t('canned_reply:remove')}
            </Button>
          ) : null}
          <SubmitButtons label={t('canned_reply:save')} isBusy={adding.isLoading || changing.isLoading} onCancel={close} />
        </>
      )}
    >
      <div className={classes.form}>
        <TextInput
          label={t('canned_reply:name')}
          required
          data-autofocus
          maxLength={60}
          value={title}
          error={fields?.title?.[0]}
          onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        />
        <div ref={area}>
          <TextArea
            label={t('canned_reply:body')}
            required
            rows={8}
            maxLength={5000}
            value={body}
            error={unknown.length ? t('canned_reply:unknown', { names: unknown.join(' ') }) : fields?.body?.[0]}
            onChange={(next) => setForm({ ...form, body: next })}
          />
        </div>
        <div className={classes.chips}>
          {placeholders.map((name) => (
            <Button
              key={name}
              kind="soft"
              size="small"
              lang="ja"
              aria-label={t('canned_reply:putPlaceholder', { name: `{${name}}` })}
              onClick={() => insertPlaceholder(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </div>
        <p className={classes.hint}>{t('canned_reply:placeholders')}</p>
        <Checkbox label={t('canned_reply:shareIt')} checked={is_shared} onChange={(event) => setForm({ ...form, is_shared: event.currentTarget.checked })} />
      </div>
    </Dialog>
  )
}

function RemoveDialog({ reply: { id, title }, onBack, onDone }: { reply: CannedReply; onBack: () => void; onDone: () => void }) {
  const { t } = useTranslation('canned_reply')
  const [remove, { isLoading }] = useRemoveCannedReplyMutation()
  const submit = () => save(() => remove({ id }), { done: t('removed'), failed: t('removeFailed') }, { onSaved: onDone, onFailed: onBack })
  return (
    <ConfirmDialog
      title={t('remove')}
      question={t('removeAsk', { title })}
      confirm={t('remove')}
      isBusy={isLoading}
      onClose={onBack}
      onConfirm={() => void submit()}
    />
  )
}
