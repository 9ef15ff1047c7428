import type { KarteTemplate } from '@sukoyaka/wire/care/karte-template'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { lengthOf } from '../../ui/form/length.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useAddKarteTemplateMutation, useChangeKarteTemplateMutation, useListKarteTemplatesQuery, useRemoveKarteTemplateMutation } from './api.ts'
import classes from './TemplatesDialog.module.css'

const maxBodyLength = 10_000

/** A new template has no id. */
type EditedTemplate = Partial<KarteTemplate> & Pick<KarteTemplate, 'name' | 'body'>

/** Create, edit and delete one's own note templates. */
export function TemplatesDialog({ memo, onClose }: { memo: string; onClose: () => void }) {
  const { t } = useTranslation('karte')
  const query = useListKarteTemplatesQuery({})
  const [edited, setEdited] = useState<EditedTemplate>()
  if (edited) return <TemplateForm edited={query.currentData?.items.find(({ id }) => id === edited.id) ?? edited} onDone={() => setEdited(undefined)} />
  return (
    <Dialog
      patient={null}
      title={t('template.title')}
      onClose={onClose}
      footer={() => (
        <>
          {memo.trim() ? <Button onClick={() => setEdited({ name: '', body: memo })}>{t('template.fromText')}</Button> : null}
          <Button kind="primary" icon={<IconPlus aria-hidden />} onClick={() => setEdited({ name: '', body: '' })}>
            {t('template.add')}
          </Button>
        </>
      )}
    >
      <QueryView query={query} error={t('template.error')} empty={t('template.none')}>
        {({ items }) => (
          <ul>
            {items.map((template) => (
              <Row key={template.id} template={template} onEdit={() => setEdited(template)} />
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  )
}

function Row({ template: { name, body }, onEdit }: { template: KarteTemplate; onEdit: () => void }) {
  const { t } = useTranslation('karte')
  return (
    <li className={classes.row} lang="ja">
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        <span className={classes.body}>{body.replace(/\s+/g, ' ')}</span>
      </span>
      <IconButton label={t('template.edit', { name })} icon={<IconPencil aria-hidden />} size="small" onClick={onEdit} />
    </li>
  )
}

function TemplateForm({ edited, onDone }: { edited: EditedTemplate; onDone: () => void }) {
  const { t } = useTranslation('karte')
  const [add] = useAddKarteTemplateMutation()
  const [change] = useChangeKarteTemplateMutation()
  const [remove] = useRemoveKarteTemplateMutation()
  const { id, name, body, updated_at: version } = edited
  const form = useForm(
    `karte_templates/${id ?? 'new'}`,
    { name, body },
    {
      version,
      check: ({ body }) => ({ body: lengthOf(body) > maxBodyLength }),
      send: (values, updated_at) => (id ? change({ id, updated_at, ...values }) : add(values)),
      messages: { done: t('template.saved'), failed: t('template.failed') },
      onClose: onDone,
    },
  )
  return (
    <FormDialog
      form={form}
      patient={null}
      title={t('template.title')}
      width={640}
      submit={t('template.save')}
      removal={
        id
          ? {
              open: t('template.remove'),
              title: t('template.remove'),
              question: t('template.removeAsk', { name }),
              confirm: t('template.remove'),
              send: () => remove({ id }),
              done: t('template.removed'),
              failed: t('template.removeFailed'),
            }
          : undefined
      }
    >
      <TextInput label={t('template.name')} required data-autofocus maxLength={60} {...form.field('name')} />
      <TextArea label={t('template.body')} required rows={8} maxLength={maxBodyLength} {...form.field('body')} />
    </FormDialog>
  )
}
