import type { SampleType } from '@sukoyaka/wire/record/device'
import { IconFileZip } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppStore } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { useFileDrop } from '../../../ui/form/use-file-drop.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useObservable } from '../../../ui/page/observable.ts'
import { Progress } from '../../../ui/status/Progress.tsx'
import classes from '../Devices.module.css'
import { cancelImport, currentImport, type Import, readImport, sendImport } from './upload.ts'

const formatCount = (count: number) => count.toLocaleString('en-US')
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`

/** Imports the export file of the iPhone's Health app. The import continues while other pages are open. */
export function ImportCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('device')
  const state = useObservable(currentImport)
  return (
    <Card title={t('import.title')}>
      <p className={classes.quiet}>{t('import.text')}</p>
      <div aria-live="polite">{contentOf(state, user_id)}</div>
    </Card>
  )
}

const contentOf = (state: Import, user_id: number): ReactNode => {
  switch (state.phase) {
    case 'reading':
    case 'sending':
      return <Running state={state} />
    case 'choosing':
      return <Choose key={state.name} state={state} user_id={user_id} />
    case 'idle':
    case 'failed':
    case 'done':
      return <PickFile state={state} />
  }
}

function PickFile({ state }: { state: Import }) {
  const { t } = useTranslation('device')
  const store = useAppStore()
  const input = useRef<HTMLInputElement>(null)
  const pick = (files: readonly File[]) => files[0] && readImport(store, files[0])
  const { isOver, dropTarget } = useFileDrop(pick)
  return (
    <div className={isOver ? classes.over : classes.drop} {...dropTarget}>
      {state.phase === 'failed' ? <p className={classes.late}>{t(`import.failed.${state.reason}`, { name: state.name })}</p> : null}
      {state.phase === 'done' ? (
        <p>{t('import.done', { added: formatCount(state.sent.new), same: formatCount(state.sent.same), changed: formatCount(state.sent.changed) })}</p>
      ) : null}
      <Button icon={<IconFileZip aria-hidden />} onClick={() => input.current?.click()}>
        {t('import.pick')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,.xml"
        hidden
        aria-label={t('import.pick')}
        onChange={({ currentTarget }) => {
          pick([...(currentTarget.files ?? [])])
          // so that the same file can be chosen again
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

function FileLine({ name, size, percent }: { name: string; size: number; percent?: number }) {
  return (
    <p className={classes.item}>
      <span>
        <strong>{name}</strong> <span className={classes.quiet}>{megabytes(size)}</span>
      </span>
      {percent === undefined ? null : <strong>{percent}%</strong>}
    </p>
  )
}

function Running({ state }: { state: Extract<Import, { bytes: number }> }) {
  const { t } = useTranslation('device')
  const { name, size, bytes, phase } = state
  return (
    <div className={classes.drop}>
      <FileLine name={name} size={size} percent={Math.min(99, Math.floor((bytes / Math.max(1, size)) * 100))} />
      <Progress value={bytes} max={size} label={t(`import.${phase}`)} />
      <div className={classes.item}>
        <p className={classes.quiet}>
          {phase === 'reading' ? t('import.reading') : t('import.sendingText', { printed: formatCount(state.sent.new + state.sent.same + state.sent.changed) })}
        </p>
        <Button kind="ghost" onClick={cancelImport}>
          {t('import.cancel')}
        </Button>
      </div>
    </div>
  )
}

/** Types to import. Nothing is imported before they are chosen. */
function Choose({ state: { name, size, summary }, user_id }: { state: Extract<Import, { phase: 'choosing' }>; user_id: number }) {
  const { t } = useTranslation('device')
  const language = useLanguage()
  const [chosen, setChosen] = useState<readonly SampleType[]>(summary.found.map(({ type }) => type))
  const toggle = (type: SampleType) => setChosen(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type])
  const month = (at: string) => formatDate(at, language, { yearMonth: true })
  return (
    <div className={classes.drop}>
      <FileLine name={name} size={size} />
      <ul className={classes.list}>
        {summary.found.map(({ type, count, from, to }) => (
          <li key={type} className={classes.item}>
            <Checkbox label={<span className={classes.type}>{t(`type.${type}`)}</span>} checked={chosen.includes(type)} onChange={() => toggle(type)} />
            <span>
              {t('import.records', { printed: formatCount(count) })} <span className={classes.quiet}>{`${month(from)}–${month(to)}`}</span>
            </span>
          </li>
        ))}
      </ul>
      {summary.found.length ? null : <p>{t('import.nothing')}</p>}
      {summary.unreadable ? <p className={classes.quiet}>{t('import.unreadable', { printed: formatCount(summary.unreadable) })}</p> : null}
      <div className={classes.buttons}>
        <Button kind="primary" disabled={!chosen.length} onClick={() => sendImport(user_id, [...chosen])}>
          {t('import.send')}
        </Button>
        <Button kind="ghost" onClick={cancelImport}>
          {t('import.cancel')}
        </Button>
      </div>
    </div>
  )
}
