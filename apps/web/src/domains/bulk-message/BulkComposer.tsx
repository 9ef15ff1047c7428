import { unknownPlaceholders } from '@sukoyaka/rules/care/canned-reply'
import { maxRecipients } from '@sukoyaka/wire/boards/bulk-message'
import { IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddBulkMessageMutation, useTestBulkMessageMutation } from './api.ts'
import classes from './Bulk.module.css'
import { ChooseFields } from './ChooseFields.tsx'
import { choiceOf, type Draft, newDraft, type Values } from './choice.ts'
import { PeopleDialog } from './PeopleDialog.tsx'
import { PreviewCard, pageAt } from './PreviewCard.tsx'
import { SendDialog } from './SendDialog.tsx'
import { type Preview, usePreview } from './use-preview.ts'

type Props = {
  /** Renders the canned-reply picker; passed in by the page to keep domains separate. */
  canned: (onInsert: (text: string) => void) => ReactNode
  onSent: (id: number) => void
  /** Recipients and text to start from: those of a stopped bulk message, or the patients of a list, without a text. */
  given?: Values | undefined
  list: ReactNode
}

const empty: Values = { draft: newDraft, body: '' }

/** Puts `given` into the form, once for each new object. If its text replaces another one, a toast offers to take that back. */
const useGiven = (given: Values | undefined, { values, put }: { values: Values; put: (values: Partial<Values>) => void }) => {
  const { t } = useTranslation('bulk_message')
  const [taken, setTaken] = useState<Values>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` is a new function at each render
  useEffect(() => {
    if (!given || given === taken) return
    setTaken(given)
    // the patients of a list come without a text; a text that was typed stays
    put(given.body ? given : { draft: given.draft })
    const { draft, body } = values
    if (given.body && body.trim() && body !== given.body) toast.info(t('body.replaced'), { onUndo: () => put({ draft, body }) })
  }, [given])
}

/** `insert` inserts a text at the cursor of the text field in `area`. */
const useInsert = ({ values: { body }, put }: { values: Values; put: (values: Partial<Values>) => void }) => {
  const area = useRef<HTMLDivElement>(null)
  const insert = (text: string) => {
    const field = area.current?.querySelector('textarea')
    const place = field?.selectionEnd ?? body.length
    put({ body: `${body.slice(0, place)}${text}${body.slice(place)}` })
    field?.focus()
  }
  return { area, insert }
}

/** Composer: recipients, text, preview per recipient, test message to oneself, send. */
export function BulkComposer({ canned, onSent, given, list }: Props) {
  const { t } = useTranslation('bulk_message')
  const [at, setAt] = useState(0)
  const [opened, setOpened] = useState<'people' | 'send'>()
  const [add] = useAddBulkMessageMutation()
  const form = useForm('bulk_message', empty, {
    send: ({ draft, body }) => add({ choice: choiceOf(draft)!, body, expected_count: count }),
    messages: { failed: t('send.failed'), conflict: t('send.changed') },
    saved: () => ({ values: empty }),
    onFailed: () => reload(),
    onSaved: ({ id }) => {
      setOpened(undefined)
      onSent(id)
    },
  })
  useGiven(given, form)
  const { area, insert } = useInsert(form)
  const { draft, body } = form.values
  const choice = choiceOf(draft)
  const { data, isPending, hasFailed, reload } = usePreview({ choice, body, page: pageAt(at) })
  const changeDraft = (change: Partial<Draft>) => {
    setAt(0)
    form.put({ draft: { ...draft, ...change } })
  }
  const openSend = () => {
    if (!form.validate(area.current ?? undefined)) return
    reload()
    setOpened('send')
  }
  const unknown = unknownPlaceholders(body)
  const isBodyValid = body.trim() !== '' && !unknown.length
  const preview = choice ? data : undefined
  const count: number = preview?.total_count ?? 0
  const isTooMany = preview?.is_too_many ?? false
  const isReady = isBodyValid && count > 0 && !isPending && !isTooMany && [...body].length <= 5000
  const previewedPatient = preview?.items[at % 25]?.patient
  return (
    <div ref={area} className={classes.page}>
      <div className={classes.column}>
        <Card title={t('choose.title')}>
          <ChooseFields draft={draft} onChange={changeDraft} />
          <div className={classes.count}>
            {choice ? (
              <Count preview={preview} isPending={isPending} hasFailed={hasFailed} reload={reload} onOpen={() => setOpened('people')} />
            ) : (
              <p className={classes.hint}>{t('choose.nothing')}</p>
            )}
          </div>
        </Card>
        <Card title={t('body.title')} action={canned(insert)}>
          <div className={classes.fields}>
            <TextArea
              label={t('body.label')}
              hint={t('body.hint')}
              rows={8}
              maxLength={5000}
              {...form.field('body')}
              error={unknown.length ? t('body.unknown', { names: unknown.join(' ') }) : form.errorOf('body')}
            />
            <div className={classes.bar}>
              <TestButton patient_id={isReady ? previewedPatient?.id : undefined} body={body} />
              <Button kind="primary" icon={<IconSend aria-hidden />} disabled={!isReady} onClick={openSend}>
                {t('send.button', { count })}
              </Button>
            </div>
          </div>
        </Card>
      </div>
      <div className={classes.side}>
        <PreviewCard data={preview} isBodyValid={isBodyValid} at={at} onAt={setAt} />
        {list}
      </div>
      {opened === 'people' && choice ? <PeopleDialog choice={choice} body={body} onClose={() => setOpened(undefined)} /> : null}
      {opened === 'send' && choice ? (
        <SendDialog form={form} count={count} isCounting={isPending} example={preview?.items[at % 25]} onClose={() => setOpened(undefined)} />
      ) : null}
    </div>
  )
}

/** Sends the text to oneself as this patient would get it; disabled without a patient. */
function TestButton({ patient_id, body }: { patient_id: number | undefined; body: string }) {
  const { t } = useTranslation('bulk_message')
  const [test, { isLoading }] = useTestBulkMessageMutation()
  const send = async () => {
    if (patient_id === undefined) return
    const { error } = await test({ patient_id, body })
    if (error) toast.error(t('test.failed'), { text: (error as CallError).error })
    else toast.success(t('test.done'))
  }
  return (
    <Button disabled={patient_id === undefined} loading={isLoading} onClick={() => void send()}>
      {t('test.button')}
    </Button>
  )
}

type CountProps = Omit<Preview, 'data'> & { preview: Preview['data']; onOpen: () => void }

/** Number of recipients, with a button for their list. */
function Count({ preview, isPending, hasFailed, reload, onOpen }: CountProps) {
  const { t } = useTranslation(['bulk_message', 'ui'])
  if (hasFailed)
    return (
      <>
        <p className={classes.hint}>{t('count.failed')}</p>
        <Button kind="ghost" size="small" onClick={reload}>
          {t('ui:error.reload')}
        </Button>
      </>
    )
  if (preview?.is_too_many) return <FieldMessage id="too-many">{t('count.tooMany', { count: maxRecipients })}</FieldMessage>
  return (
    <>
      <span className={classes.number} aria-live="polite">
        {isPending && !preview ? t('count.counting') : t('count.to', { count: preview?.total_count ?? 0 })}
      </span>
      {preview ? (
        <Button kind="ghost" size="small" onClick={onOpen}>
          {t('count.open')}
        </Button>
      ) : null}
      {preview?.left_out_count ? <span className={classes.hint}>{t('count.leftOut', { count: preview.left_out_count })}</span> : null}
    </>
  )
}
