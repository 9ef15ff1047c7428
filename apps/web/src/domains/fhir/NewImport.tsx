import { IconUpload } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { save } from '../../ui/form/save.ts'
import { useFileDrop } from '../../ui/form/use-file-drop.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { useApplyFhirImportMutation, useCheckFhirImportMutation } from './api.ts'
import { countsOf, Entries } from './Entries.tsx'
import classes from './FhirImport.module.css'

type Bundle = { name: string; content: string }

const maxBytes = 900_000

const isJson = (text: string) => {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Checks a file, shows what its import would do, and imports it on request. */
export function NewImport({ user_id }: { user_id: number }) {
  const { t } = useTranslation('fhir_import')
  const [bundle, setBundle] = useState<Bundle>()
  const [problem, setProblem] = useState<string>()
  const [check, { data: report, isLoading: isChecking, reset }] = useCheckFhirImportMutation()
  const [apply, { isLoading: isApplying }] = useApplyFhirImportMutation()
  /** Counts the files: only the newest is checked and shown, whichever is read or answered last. */
  const newest = useRef(0)
  const discard = () => {
    newest.current++
    setBundle(undefined)
    setProblem(undefined)
    reset()
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    discard()
    const at = newest.current
    const content = await file.text()
    if (at !== newest.current) return
    const fault = file.size > maxBytes ? 'tooLarge' : isJson(content) ? undefined : 'notJson'
    if (fault) return setProblem(t(fault))
    const { error } = await check({ user_id, name: file.name, content })
    if (at !== newest.current) return
    if (error) setProblem([t('checkFailed'), 'error' in error ? String(error.error) : ''].filter(Boolean).join('　'))
    else setBundle({ name: file.name, content })
  }
  const applyBundle = ({ name, content }: Bundle) => {
    if (isApplying) return
    void save(() => apply({ user_id, name, content }), { done: t('applied'), failed: t('applyFailed'), text: name }, { onSaved: discard })
  }
  if (!bundle || !report) return <FileCard problem={problem} isBusy={isChecking} onFile={(file) => void read(file)} />
  const counts = countsOf(report.entries)
  return (
    <Card title={t('report')} flush>
      <p className={classes.note}>{t('reportLead', { file: bundle.name })}</p>
      <p className={classes.note} role="status">
        {counts.new ? t('counts', counts) : t('none')}
      </p>
      <Entries entries={report.entries} />
      <div className={classes.actions}>
        <Button onClick={discard}>{t('cancel')}</Button>
        {counts.new ? (
          <Button kind="primary" loading={isApplying} onClick={() => applyBundle(bundle)}>
            {t('apply', { count: counts.new })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

function FileCard({ problem, isBusy, onFile }: { problem: string | undefined; isBusy: boolean; onFile: (file: File | undefined) => void }) {
  const { t } = useTranslation('fhir_import')
  const input = useRef<HTMLInputElement>(null)
  const { isOver, dropTarget } = useFileDrop(([file]) => onFile(file))
  return (
    <Card title={t('choose')}>
      <div className={clsx(classes.drop, isOver && classes.over)} {...dropTarget}>
        <IconUpload size={28} stroke={1.5} aria-hidden />
        <p>{isBusy ? t('checking') : t('drop')}</p>
        <Button kind="primary" loading={isBusy} onClick={() => input.current?.click()}>
          {t('choose')}
        </Button>
        <p className={classes.hint}>{t('hint')}</p>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('choose')}
          accept=".json,application/json,application/fhir+json"
          onChange={(event) => {
            onFile(event.currentTarget.files?.[0])
            event.currentTarget.value = ''
          }}
        />
      </div>
      {problem ? (
        <div role="alert">
          <FieldMessage id="fhir-import-problem">{problem}</FieldMessage>
        </div>
      ) : null}
    </Card>
  )
}
