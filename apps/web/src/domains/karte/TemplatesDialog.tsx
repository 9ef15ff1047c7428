import type { KarteTemplate } from '@sukoyaka/wire/care/karte-template'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { useFormDraft } from '../../api/form-drafts.ts'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { SubmitButtons } from '../../ui/form/SubmitButtons.tsx'
import { save } from '../../ui/form/save.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddKarteTemplateMutation, useChangeKarteTemplateMutation, useListKarteTemplatesQuery, useRemoveKarteTemplateMutation } from './api.ts'
import classes from './TemplatesDialog.module.css'

type EditedTemplate = { id?: number; name: string; body: string }

/** Create, edit and delete one's own note templates. */
export function TemplatesDialog({ memo, onClose }: { memo: string; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const query = useListKarteTemplatesQuery({})
  const [edited, setEdited] = useState<EditedTemplate>()
  const [remove] = useRemoveKarteTemplateMutation()
  if (edited) return <TemplateForm edited={edited} onDone={() => setEdited(undefined)} />
  return (
    <Dialog
      title={t('template.title')}
      onClose={onClose}
      footer={() => (
        <>
          {memo.trim() ? <Button onClick={() => setEdited({ name: '', body: memo })}>{t('template.fromText')}</Button> : null}
          <Button kind="pri" icon={<IconPlus aria-hidden />} onClick={() => setEdited({ name: '', body: '' })}>
            {t('template.add')}
          </Button>
        </>
      )}
    >
      <QueryView query={query} error={t('template.error')} empty={t('template.none')}>
        {({ items }) => (
          <ul>
            {items.map((template) => (
              <Row
                key={template.id}
                template={template}
                onEdit={() => setEdited(template)}
                onRemove={() => void save(() => remove({ id: template.id }), { done: t('template.removed'), failed: t('template.removeFailed') })}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}

function Row({ template: { name, body }, onEdit, onRemove }: { template: KarteTemplate; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation('karte')
  return (
    <li className={classes.row} lang="ja">
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.body}>{body.replace(/\s+/g, ' ')}</span>
      </span>
      <IconButton label={t('template.edit', { name })} icon={<IconPencil aria-hidden />} size="small" onClick={onEdit} />
      <IconButton label={t('template.remove', { name })} icon={<IconTrash aria-hidden />} size="small" onClick={onRemove} />
    </li>
  )
}

function TemplateForm({ edited, onDone }: { edited: EditedTemplate; onDone: () => void }) {
  const { t } = useTranslation(['karte', 'common'])
  const { value: form, put, forget } = useFormDraft(`karte_templates/${edited.id ?? 'new'}`, edited)
  const [fields, setFields] = useState<CallError['fields']>()
  const [add, adding] = useAddKarteTemplateMutation()
  const [change, changing] = useChangeKarteTemplateMutation()
  const { id, name, body } = form
  const leave = () => {
    forget()
    onDone()
  }
  const submit = async () => {
    const { error } = (id ? await change({ id, name, body }) : await add({ name, body })) as { error?: CallError }
    if (!error) {
      toast.success(t('template.saved'))
      return leave()
    }
    setFields(error.fields)
    if (!error.fields) toast.error(t('template.failed'), { text: error.error })
  }
  return (
    <Dialog
      title={t('template.title')}
      width={640}
      onClose={leave}
      onSubmit={() => void submit()}
      unsaved={name !== edited.name || body !== edited.body}
      footer={(close) => <SubmitButtons label={t('template.save')} isBusy={adding.isLoading || changing.isLoading} onCancel={close} />}
    >
      <div className={classes.form}>
        <TextInput
          label={t('template.name')}
          required
          data-autofocus
          maxLength={60}
          value={name}
          error={fields?.name?.[0]}
          onChange={(event) => put({ name: event.currentTarget.value })}
        />
        <TextArea
          label={t('template.body')}
          required
          rows={8}
          maxLength={10_000}
          value={body}
          error={fields?.body?.[0]}
          onChange={(value) => put({ body: value })}
        />
      </div>
    </Dialog>
  )
}
