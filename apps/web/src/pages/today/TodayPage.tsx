import { tokyoDay } from '@sukoyaka/rules/time'
import { type TodayItem, type TodayScope, todayScopes } from '@sukoyaka/wire/boards/today'
import type { Task } from '@sukoyaka/wire/care/task'
import { IconMailPlus } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { isConnected } from '../../api/on-event.ts'
import { usePermission } from '../../api/use-permission.ts'
import { useListTasksQuery } from '../../domains/task/api.ts'
import { GivenTasks } from '../../domains/task/GivenTasks.tsx'
import { GivenTasksCard, MyTasksCard } from '../../domains/task/TasksCard.tsx'
import { pollIntervalMs, useGetTodayQuery } from '../../domains/today/api.ts'
import { SectionCard } from '../../domains/today/SectionCard.tsx'
import { useRowShortcuts } from '../../domains/today/use-row-shortcuts.ts'
import { WriteToAll } from '../../domains/today/WriteToAll.tsx'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Empty } from '../../ui/layout/Empty.tsx'
import { useIsNarrowDesk } from '../../ui/layout/phone.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryContent, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { useObservable } from '../../ui/page/observable.ts'
import { useIsOnline } from '../../ui/page/online.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './TodayPage.module.css'

const ContactDialog = lazyNamed(() => import('../../domains/today/ContactDialog.tsx'), 'ContactDialog')
const GivenTasksPages = lazyNamed(() => import('../../domains/task/GivenTasksPages.tsx'), 'GivenTasksPages')
const TaskDialog = lazyNamed(() => import('../../domains/task/TaskDialog.tsx'), 'TaskDialog')

/** Sections shown beside the list. */
const sideSections = ['interviews_today'] as const

function BoardSkeleton() {
  return (
    <div style={{ minHeight: 380 }}>
      <SkeletonRows count={6} />
    </div>
  )
}

/** Board of patients who need attention today, the start page of care staff; 404 for patients. */
export function TodayPage() {
  if (!usePermission('coordination.read')) throw new PageError(404)
  return <Board />
}

/** Open tasks that the viewer gave to others, by patient; `furtherPages` reads those after the first page. */
const useGivenTasks = () => {
  const { currentData } = useListTasksQuery({ given_by: 'me', state: 'open' })
  const [further, setFurther] = useState<ReadonlyMap<number, readonly Task[]>>(new Map())
  const onRead = useCallback((page: number, tasks: readonly Task[]) => setFurther((pages) => new Map(pages).set(page, tasks)), [])
  const given = useMemo(() => {
    // while pages are fetched again, a task can be on two of them; the first page is fetched first
    const byId = new Map([...[...further.values()].flat(), ...(currentData?.items ?? [])].map((task) => [task.id, task]))
    return Map.groupBy(byId.values(), ({ user_id }) => user_id)
  }, [currentData, further])
  const next = currentData?.next_page
  const furtherPages = next ? (
    <Suspense>
      <GivenTasksPages page={next} onRead={onRead} />
    </Suspense>
  ) : null
  return { given, furtherPages }
}

const isScope = (text: string | null): text is TodayScope => todayScopes.includes(text as TodayScope)

const useScope = (): TodayScope => {
  const [search] = useSearchParams()
  const scope = search.get('scope')
  return isScope(scope) ? scope : 'mine'
}

/** Whether the board updates live: the event stream is connected and the device online. */
const useIsLive = () => {
  const isOnline = useIsOnline()
  return useObservable(isConnected) && isOnline
}

type Named = { section: string }
const isSideSection = ({ section }: Named) => (sideSections as readonly string[]).includes(section)
/** Whether the section has a critical value of which the patient was not told; such rows come first in their section. */
const isUrgent = ({ items }: { items: readonly TodayItem[] }) => Boolean(items[0]?.untold_count)
/** Sections that come after the appointments and tasks of today if the board has one column. */
const isQuiet = ({ section }: Named) => ['checkup_overdue', 'no_data', 'doing_well'].includes(section)

function Board() {
  const { t } = useTranslation('today')
  const scope = useScope()
  const canReview = usePermission('coordination.write')
  const boardRef = useRowShortcuts(canReview)
  const [taskFor, setTaskFor] = useState<TodayItem['patient']>()
  const [contactFor, setContactFor] = useState<TodayItem>()
  const { given, furtherPages } = useGivenTasks()
  const query = useGetTodayQuery({ scope }, { pollingInterval: pollIntervalMs })
  // one loading state for both columns
  const state = useQueryState(query)
  usePageTitle(t('page.title'))
  const sections = (state.data?.sections ?? []).toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)))
  const isWaiting = state.data === undefined && !state.isFailed
  const isOneColumn = useIsNarrowDesk()
  const first = sections.find(({ section, total_count }) => total_count > 0 && !isSideSection({ section }))
  const isEmpty = sections.every(({ total_count }) => total_count === 0)
  const card = (section: (typeof sections)[number]) => (
    <SectionCard
      key={`${scope}/${section.section}`}
      section={section}
      scope={scope}
      mayReview={canReview}
      onTask={setTaskFor}
      onContact={setContactFor}
      givenTo={(user_id) => (given.has(user_id) ? <GivenTasks tasks={given.get(user_id)!} /> : null)}
      startsOpen={section === first}
      action={section.total_count > 0 ? <SectionAction section={section.section} scope={scope} /> : null}
    />
  )
  return (
    <div className={classes.page} ref={boardRef}>
      <Head scope={scope} patientCount={query.currentData?.patient_count} />
      <div className={classes.grid}>
        <div className={classes.main} aria-busy={isWaiting}>
          {isEmpty ? (
            <div className={classes.sheet}>
              <QueryContent state={state} query={query} error={t('page.error')} skeleton={<BoardSkeleton />}>
                {({ patient_count }) => <NothingToday hasPatients={patient_count > 0} scope={scope} />}
              </QueryContent>
            </div>
          ) : null}
          {sections.filter((section) => !isSideSection(section) && !(isOneColumn && isQuiet(section))).map(card)}
        </div>
        <div className={classes.side}>
          {isWaiting ? <div aria-busy="true" /> : sections.filter(isSideSection).map(card)}
          <MyTasksCard />
          <GivenTasksCard />
        </div>
        {isOneColumn ? <div className={classes.main}>{sections.filter(isQuiet).map(card)}</div> : null}
      </div>
      {furtherPages}
      {contactFor === undefined ? null : (
        <Suspense>
          <ContactDialog item={contactFor} onClose={() => setContactFor(undefined)} />
        </Suspense>
      )}
      {taskFor === undefined ? null : (
        <Suspense>
          <TaskDialog
            key={taskFor.id}
            user_id={taskFor.id}
            patient={taskFor}
            source="board"
            onClose={() => setTaskFor(undefined)}
            onRejected={() => setTaskFor(taskFor)}
          />
        </Suspense>
      )}
    </div>
  )
}

function Head({ scope, patientCount }: { scope: TodayScope; patientCount: number | undefined }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  const [, setSearch] = useSearchParams()
  const isLive = useIsLive()
  const canReview = usePermission('coordination.write')
  const mayInvite = usePermission('care_team.write')
  return (
    <header className={classes.head}>
      <h1 className={classes.title} tabIndex={-1}>
        {t('page.title')}
        <span className={classes.date}>{formatSentenceDate(tokyoDay(new Date()), language, { time: false })}</span>
      </h1>
      <p className={classes.intro}>
        {patientCount === undefined ? null : <span>{t(`page.people.${scope}`, { count: patientCount })}</span>}
        {isLive ? <span>{t('page.live')}</span> : null}
        {canReview ? <span className={classes.keys}>{t('keys.hint')}</span> : null}
      </p>
      <div className={classes.scope}>
        {mayInvite ? (
          <ButtonLink to="/invitations" size="small" icon={<IconMailPlus aria-hidden />}>
            {t('page.invite')}
          </ButtonLink>
        ) : null}
        <Segmented
          label={t('scope.label')}
          value={scope}
          onChange={(next) => setSearch(next === 'mine' ? {} : { scope: next }, { replace: true })}
          options={todayScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
      </div>
    </header>
  )
}

/** The action for all patients of a section. */
function SectionAction({ section, scope }: { section: string; scope: TodayScope }) {
  const { t } = useTranslation('today')
  const canRelease = usePermission('test_results.write')
  const mayWriteToAll = usePermission('bulk_messages.write')
  if (section === 'waiting_release' && canRelease)
    return (
      <ButtonLink kind="ghost" size="small" to="/releases">
        {t('section.release')}
      </ButtonLink>
    )
  return section === 'checkup_overdue' && mayWriteToAll ? <WriteToAll section="checkup_overdue" scope={scope} /> : null
}

function NothingToday({ hasPatients, scope }: { hasPatients: boolean; scope: TodayScope }) {
  const { t } = useTranslation('today')
  if (hasPatients) return <Empty title={t('empty.title')} text={t('empty.text')} />
  return scope === 'all' ? <Empty title={t('section.none')} /> : <Empty title={t('empty.noPatients')} text={t('empty.noPatientsText')} />
}
