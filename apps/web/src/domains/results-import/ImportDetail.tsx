import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { separatorOf } from '../../ui/text/text-lang.ts'
import { useGetResultsImportQuery } from './api.ts'
import { Counters } from './Counters.tsx'
import classes from './Detail.module.css'
import { MappingCard } from './MappingCard.tsx'
import { Progress } from './Progress.tsx'
import { RemainingCard } from './RemainingCard.tsx'
import { RowsCard } from './RowsCard.tsx'
import { SettingsCard, useSettings } from './SettingsCard.tsx'
import { StateBadge } from './StateBadge.tsx'
import { ApplyFoot } from './steps/ApplyFoot.tsx'
import { ColumnsFoot } from './steps/ColumnsFoot.tsx'
import { DoneCard } from './steps/DoneCard.tsx'
import { StalledCard } from './steps/StalledCard.tsx'
import { Steps } from './steps/Steps.tsx'
import { formatInteger, hasStopped, isBusy, isDoubtful, isLeftOut, missingFields } from './words.ts'

const RemoveDialog = lazyNamed(() => import('./RemoveDialogs.tsx'), 'RemoveDialog')
const UndoDialog = lazyNamed(() => import('./RemoveDialogs.tsx'), 'UndoDialog')

export const pollIntervalMs = 1_000

/** One import from header mapping to results and undo. Polls while the server works on it. */
export function ImportDetail({ id, onRemoved }: { id: number; onRemoved: () => void }) {
  const { t } = useTranslation('results_import')
  const [busy, setBusy] = useState(true)
  const query = useGetResultsImportQuery({ id }, { pollingInterval: busy ? pollIntervalMs : 0 })
  const { currentData } = query
  if (currentData && isBusy(currentData) !== busy) setBusy(isBusy(currentData))
  return (
    <QueryView
      query={query}
      error={t('one.failed')}
      skeleton={
        <Card title={t('page.title')}>
          <SkeletonLines count={6} />
        </Card>
      }
    >
      {(resultsImport) => <ImportView resultsImport={resultsImport} onRemoved={onRemoved} />}
    </QueryView>
  )
}

function ImportView({ resultsImport, onRemoved }: { resultsImport: ResultsImport; onRemoved: () => void }) {
  const { t } = useTranslation('results_import')
  const [openDialog, setOpenDialog] = useState<'undo' | 'remove'>()
  const settings = useSettings(resultsImport)
  const { state, columns } = resultsImport
  const mayApply = usePermission('test_results.write')
  const isOpen = ['checked', 'undone'].includes(state) || (state === 'uploaded' && columns.length > 0)
  const isStalled = hasStopped(resultsImport)
  const mayRemove = ['checked', 'undone', 'failed'].includes(state) || (state === 'uploaded' && isStalled)
  const [chosenStep, setStep] = useState<'columns' | 'rows'>()
  // with undecided or missing columns, or unsaved settings, the import opens at their step; it stays there when the last of them is decided or saved
  const isUndecided = resultsImport.mapping.some(isDoubtful) || missingFields(resultsImport.mapping, resultsImport.tested_on).length > 0
  if (chosenStep === undefined && columns.length > 0 && isOpen) setStep(isUndecided || settings.form.dialogProps.unsaved ? 'columns' : 'rows')
  const step = state === 'applied' ? 'done' : (chosenStep ?? 'rows')
  const mapping = columns.length ? <MappingCard resultsImport={resultsImport} mayChange={isOpen} /> : null
  const rows =
    resultsImport.counts.rows && state !== 'uploaded' ? (
      <RowsCard key={state} resultsImport={resultsImport} mayFix={state === 'checked' || (state === 'applied' && mayApply)} />
    ) : null
  const isAtColumns = step === 'columns' && isOpen && state !== 'undone'
  // the settings are only at the step of the columns
  const goTo = async (next: 'columns' | 'rows') => (!isAtColumns || (await settings.save())) && setStep(next)
  return (
    <div className={classes.stack}>
      <Head resultsImport={resultsImport} mayUndo={state === 'applied' && mayApply} mayRemove={mayRemove} onOpen={setOpenDialog} />
      {columns.length && state !== 'undone' && state !== 'undoing' ? (
        <Steps
          current={step}
          detail={{ columns: t('step.columnsDetail', { count: columns.length - resultsImport.mapping.filter(isLeftOut).length, all: columns.length }) }}
          onStep={isOpen ? (next) => void goTo(next) : undefined}
        />
      ) : null}
      {isStalled ? (
        <StalledCard resultsImport={resultsImport} mayApply={mayApply} onUndo={() => setOpenDialog('undo')} />
      ) : isAtColumns ? null : (
        <CurrentState resultsImport={resultsImport} mayApply={mayApply} />
      )}
      {state === 'checked' && !isAtColumns ? <Counters counts={resultsImport.counts} /> : null}
      {isAtColumns || state === 'undone' ? (
        <>
          {mapping}
          <SettingsCard settings={settings} />
        </>
      ) : (
        rows
      )}
      {isAtColumns ? (
        <ColumnsFoot
          resultsImport={resultsImport}
          tested_on={settings.form.values.tested_on}
          isSaving={settings.form.isSending}
          onNext={() => void goTo('rows')}
        />
      ) : null}
      {state === 'checked' && !isAtColumns ? <ApplyFoot resultsImport={resultsImport} mayApply={mayApply} onBack={() => setStep('columns')} /> : null}
      {state === 'applied' ? mapping : null}
      <Suspense>
        {openDialog === 'undo' ? <UndoDialog resultsImport={resultsImport} onClose={() => setOpenDialog(undefined)} /> : null}
        {openDialog === 'remove' ? <RemoveDialog resultsImport={resultsImport} onClose={() => setOpenDialog(undefined)} onRemoved={onRemoved} /> : null}
      </Suspense>
    </div>
  )
}

type HeadProps = { resultsImport: ResultsImport; mayUndo: boolean; mayRemove: boolean; onOpen: (dialog: 'undo' | 'remove') => void }

/** Name, state and origin of the import, and the buttons that undo or delete it. */
function Head({ resultsImport, mayUndo, mayRemove, onOpen }: HeadProps) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const facts = [
    resultsImport.file_name.startsWith(`${resultsImport.name}.`) ? undefined : resultsImport.file_name,
    resultsImport.facility,
    resultsImport.encoding && t('one.encoding', { encoding: resultsImport.encoding }),
    formatDate(resultsImport.created_at, language, { time: true }),
    resultsImport.user_name,
  ]
  return (
    <header className={classes.head}>
      <h1 className={classes.title} lang="ja" title={resultsImport.name}>
        {resultsImport.name}
      </h1>
      <StateBadge resultsImport={resultsImport} />
      <div className={classes.tools}>
        {mayUndo ? (
          <Button kind="danger-outline" size="small" onClick={() => onOpen('undo')}>
            {t('undo.do')}
          </Button>
        ) : null}
        {mayRemove ? (
          <Button kind="danger-outline" size="small" onClick={() => onOpen('remove')}>
            {t('remove.do')}
          </Button>
        ) : null}
      </div>
      <p className={classes.facts}>{facts.filter(Boolean).join(separatorOf(language))}</p>
    </header>
  )
}

/** Current state and the next step. */
function CurrentState({ resultsImport, mayApply }: { resultsImport: ResultsImport; mayApply: boolean }) {
  const { t } = useTranslation('results_import')
  const navigate = useNavigate()
  const { state, done, total, counts } = resultsImport
  if (state === 'failed')
    return (
      <Card title={t('error.title')}>
        <div className={classes.apply}>
          <p>{t(`error.${resultsImport.error ?? 'not_a_table'}`)}</p>
          <Button kind="primary" onClick={() => void navigate('/imports')}>
            {t('error.other')}
          </Button>
        </div>
      </Card>
    )
  if (state === 'uploaded' || state === 'applying' || state === 'undoing') {
    const label =
      state === 'applying' ? t('one.applying') : state === 'undoing' ? t('one.undoing') : t(resultsImport.columns.length ? 'one.checking' : 'one.reading')
    const isCounted = total > 0 && resultsImport.columns.length > 0
    return (
      <Card title={t(`state.${state}`)} busy>
        <Progress
          label={label}
          share={isCounted ? done / total : undefined}
          detail={[isCounted ? t('one.progress', { done: formatInteger(done), total: formatInteger(total) }) : '', t('one.background')]
            .filter(Boolean)
            .join('　')}
        />
      </Card>
    )
  }
  if (state === 'checked') return null
  if (state === 'applied') return <DoneCard resultsImport={resultsImport} mayRelease={mayApply} />
  return (
    <>
      <Card title={t('undone.title')}>
        <p>{t('undone.text')}</p>
        <p className={classes.quiet}>{t('undone.again')}</p>
      </Card>
      {counts.kept && mayApply ? <RemainingCard id={resultsImport.id} /> : null}
    </>
  )
}
