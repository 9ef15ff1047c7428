import { tokyoDay } from '@sukoyaka/rules/time'
import type { Field } from '@sukoyaka/wire/admin'
import { IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import { SubmitButtons } from '../../../ui/form/SubmitButtons.tsx'
import { save } from '../../../ui/form/save.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { type Draft, draftOf, inputOf, problemsOf } from './draft.ts'
import { Fields } from './FieldInput.tsx'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'
import type { AdminTable, Row } from './table.ts'

type Props = { table: AdminTable; id: number | 'new'; onClose: () => void; onSaved: (row: Row) => void }

/** The form of a record, beside the list. */
export function RecordEditor({ table, id, ...props }: Props) {
  const { t } = useLabels()
  const query = table.useRecord(id === 'new' ? undefined : id)
  if (id === 'new') return <RecordForm {...props} table={table} refetch={query.refetch} />
  return (
    <QueryView query={query} error={t('recordFailed')}>
      {(record) => <RecordForm {...props} key={record.id} table={table} record={record} refetch={query.refetch} />}
    </QueryView>
  )
}

type FormProps = Omit<Props, 'id'> & { record?: Row; refetch: () => unknown }

const useRecordForm = ({ table, record, refetch, onSaved }: FormProps) => {
  const { t, problem } = useLabels()
  const [change, add] = [table.useChange(), table.useAdd()]
  const today = tokyoDay(new Date())
  const { prepare = (draft: Draft) => draft } = table
  const sent = table.fields.filter(({ name }) => !(record && !table.sendsFixed && table.fixed?.includes(name)))
  const initial = record ? draftOf(table.fields, record) : { ...draftOf(table.fields), ...table.initial }
  const [emptied, setEmptied] = useState<Field[]>([])
  const keyOf = (id: number | 'new') => `admin/${table.name}/${id}`
  const form = useForm<Draft, Row>(keyOf(record?.id ?? 'new'), initial, {
    ...(record?.updated_at !== undefined && { version: record.updated_at }),
    check: (draft) => Object.fromEntries(Object.entries(problemsOf(sent, prepare(draft), today, table.isShown)).map(([path, found]) => [path, problem(found)])),
    send: (draft, updated_at) => {
      const input = inputOf(sent, prepare(draft), today)
      // the reply of these calls is the saved record
      const request = record ? change({ id: record.id, ...input, updated_at }) : add(input)
      return request as Promise<{ data?: Row; error?: unknown }>
    },
    messages: { done: t('saved'), failed: t('saveFailed'), conflict: t('conflict') },
    onSaved: (row) => onSaved(row),
    onFailed: ({ code }) => {
      if (code !== 'conflict') return
      setEmptied(table.fields.filter(({ name }) => table.increments?.includes(name) && form.values[name]))
      form.put(Object.fromEntries((table.increments ?? []).map((name) => [name, ''])))
      void refetch()
    },
    // text typed while a new record is being sent is an edit of that record; if saved records are read-only, it stays in the form for the next record
    saved: (row) =>
      table.change
        ? { values: draftOf(table.fields, row), ...(row.updated_at !== undefined && { version: row.updated_at }), formKey: keyOf(row.id) }
        : { values: initial },
  })
  return { form, theirs: table.fields.filter(({ name }) => form.collided.includes(name)), emptied }
}

function RecordForm(props: FormProps) {
  const { table, record, onClose } = props
  const { t } = useLabels()
  const { form, theirs, emptied } = useRecordForm(props)
  const [question, setQuestion] = useState<'discard' | 'remove'>()
  const isReadOnly = record !== undefined && table.change === undefined
  const isUnsaved = form.dialogProps.unsaved
  const title = record ? table.nameOf(record) : t(`add.${table.name}`)
  const close = () => (isUnsaved && !isReadOnly ? setQuestion('discard') : onClose())
  const discard = () => {
    form.reset()
    onClose()
  }
  return (
    <Form className={classes.form} onSubmit={form.submit}>
      <header className={classes.head}>
        <h2 lang="ja">{title}</h2>
        <IconButton label={t('close')} icon={<IconX aria-hidden />} onClick={close} />
      </header>
      <div className={classes.body}>
        {isReadOnly ? <p className={classes.note}>{t('readOnly')}</p> : null}
        <FormFailure form={form} theirs={<ChangedByOthers fields={theirs} emptied={emptied} />} />
        <fieldset disabled={isReadOnly} className={classes.plain}>
          <Sections table={table} record={record} form={form} />
        </fieldset>
        {record && table.Below ? <table.Below record={record} /> : null}
      </div>
      <footer className={classes.foot}>
        {record && table.remove && table.canRemove?.(record) ? (
          <Button kind="danger-outline" icon={<IconTrash aria-hidden />} className={classes.remove} onClick={() => setQuestion('remove')}>
            {t('remove')}
          </Button>
        ) : null}
        {isReadOnly ? <Button onClick={onClose}>{t('close')}</Button> : <SubmitButtons isBusy={form.isSending} onCancel={close} />}
      </footer>
      {question === 'discard' ? (
        <ConfirmDialog
          title={t('discardTitle')}
          question={t('discardQuestion')}
          what={title}
          confirm={t('discard')}
          kind="danger"
          onConfirm={discard}
          onClose={() => setQuestion(undefined)}
        />
      ) : null}
      {question === 'remove' && record ? (
        <RemoveDialog table={table} record={record} title={title} onRemoved={discard} onClose={() => setQuestion(undefined)} />
      ) : null}
    </Form>
  )
}

/** Names the fields in which others have saved another value than the form has, and those that the form emptied. */
function ChangedByOthers({ fields, emptied }: { fields: readonly Field[]; emptied: readonly Field[] }) {
  const { t, label } = useLabels()
  const language = useLanguage()
  const namesOf = (of: readonly Field[]) => of.map(({ name }) => label(name)).join(listSeparator(language))
  return (
    <>
      <p className={classes.note}>{fields.length ? `${t('conflictTheirs')} ${namesOf(fields)}` : t('conflictNone')}</p>
      {emptied.length ? <p className={classes.note}>{t('conflictEmptied', { fields: namesOf(emptied) })}</p> : null}
    </>
  )
}

type SectionsProps = Pick<FormProps, 'table' | 'record'> & { form: ReturnType<typeof useRecordForm>['form'] }

function Sections({ table, record, form }: SectionsProps) {
  const { t } = useLabels()
  const shared = {
    table,
    record,
    draft: form.values,
    errorOf: form.errorOf,
    isReadOnly: (path: string) => (record !== undefined || form.isSending) && (table.fixed?.includes(path) ?? false),
  }
  return table.sections.map(({ title, fields }) => (
    <section key={title} className={classes.section} aria-label={t(`section.${title}`)}>
      <h3>{t(`section.${title}`)}</h3>
      <div className={classes.fields}>
        <Fields
          fields={fields.map((name) => table.fields.find((field) => field.name === name)!)}
          draft={form.values}
          prefix=""
          shared={shared}
          onChange={form.put}
        />
      </div>
    </section>
  ))
}

type RemoveProps = { table: AdminTable; record: Row; title: string; onRemoved: () => void; onClose: () => void }

function RemoveDialog({ table, record, title, onRemoved, onClose }: RemoveProps) {
  const { t } = useLabels()
  const remove = table.useRemove()
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      question={t('removeQuestion')}
      what={title}
      confirm={t('remove')}
      onConfirm={() => {
        onClose()
        void save(() => remove({ id: record.id }), { done: t('removed'), failed: t('removeFailed'), text: title }, { onSaved: onRemoved })
      }}
      onClose={onClose}
    />
  )
}
