import { fullName } from '@sukoyaka/rules/person'
import { addDays, isDay, tokyoDay } from '@sukoyaka/rules/time'
import { isCareRole } from '@sukoyaka/wire/access'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { usePermission } from '../../api/use-permission.ts'
import { FeedsButton } from '../../domains/calendar/FeedsButton.tsx'
import { useInterviewStaffQuery, useListInterviewsQuery } from '../../domains/interview/api.ts'
import { StaffField } from '../../domains/interview/edit/PersonFields.tsx'
import { DayList } from '../../domains/interview/schedule/DayList.tsx'
import week from '../../domains/interview/schedule/Week.module.css'
import { WeekGrid } from '../../domains/interview/schedule/WeekGrid.tsx'
import { boundsOf, mondayOf } from '../../domains/interview/schedule/week.ts'
import { UnmatchedButton } from '../../domains/minutes/UnmatchedButton.tsx'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import classes from './InterviewsPage.module.css'

const CreateDialog = lazyNamed(() => import('../../domains/interview/CreateDialog.tsx'), 'CreateDialog')

/** Interviews of a member of staff by week: at first one's own, or for admins those of the first colleague. */
export function InterviewsPage() {
  // load all namespaces together: one loading later would suspend the whole page
  useTranslation(['interviews', 'interview', 'calendar', 'minutes'])
  const me = useAppSelector(selectMe)
  const canReadStaff = usePermission('staff.read')
  if (!me) return null
  if (!canReadStaff) throw new PageError(404)
  return <InterviewCalendar me={me.id} isCare={isCareRole(me.role)} />
}

const staffRoles = ['doctor', 'nurse', 'trainer', 'nutritionist', 'concierge', 'observer'] as const

/** Week, member of staff and view (week or list) of the calendar, which are stored in the URL. */
const useCalendarParams = () => {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const staff = params.get('staff_id') ?? ''
  const update = (change: Record<string, string | undefined>) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        for (const [key, value] of Object.entries(change)) value === undefined ? next.delete(key) : next.set(key, value)
        return next
      },
      { replace: true },
    )
  return {
    monday: mondayOf(isDay(week) ? week : tokyoDay(new Date())),
    staffId: idPattern.test(staff) ? Number(staff) : undefined,
    isList: params.get('view') === 'list',
    update,
  }
}

type CalendarParams = ReturnType<typeof useCalendarParams>

function InterviewCalendar({ me, isCare }: { me: number; isCare: boolean }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const navigate = useNavigate()
  const canBook = usePermission('bookings.write')
  const [creating, setCreating] = useState<{ at?: string }>()
  usePageTitle(t('page.title'))
  const params = useCalendarParams()
  const { monday, isList } = params
  const { data: colleagues } = useInterviewStaffQuery({ role: [...staffRoles] })
  const staff_id = params.staffId ?? (isCare ? me : colleagues?.items[0]?.id)
  const query = useListInterviewsQuery({ staff_id: staff_id ?? 0, ...boundsOf(monday), include: ['interviewee'] }, { skip: staff_id === undefined })
  const chosenStaff = colleagues?.items.find(({ id }) => id === staff_id)
  const calendarOwner = chosenStaff ?? query.currentData?.items.flatMap(({ participants }) => participants).find(({ id }) => id === staff_id)
  return (
    <div className={classes.page}>
      <header className={week.bar}>
        <h1>{t('page.title')}</h1>
        <span className={week.grow} />
        <UnmatchedButton />
        <FeedsButton />
        {canBook ? (
          <Button kind="primary" icon={<IconPlus aria-hidden />} onClick={() => setCreating({})}>
            {t('create')}
          </Button>
        ) : null}
      </header>
      <CalendarBar params={params} me={me} staff_id={staff_id} calendarOwner={calendarOwner} />
      {calendarOwner && staff_id !== me ? <p className={classes.whose}>{t('week.of', { name: fullName(calendarOwner, language) })}</p> : null}
      <QueryView
        query={query}
        error={t('week.error')}
        skeleton={
          <div className={classes.waiting}>
            <Skeleton height={560} radius={8} />
          </div>
        }
      >
        {({ items }) => (
          <>
            {isList ? null : (
              <div className={classes.wide}>
                <WeekGrid monday={monday} interviews={items} onFree={canBook ? (at) => setCreating({ at }) : undefined} />
              </div>
            )}
            <div className={isList ? undefined : classes.narrow}>
              <DayList interviews={items} />
            </div>
          </>
        )}
      </QueryView>
      {creating ? (
        <Suspense>
          <CreateDialog
            {...(creating.at && { at: creating.at })}
            onClose={() => setCreating(undefined)}
            onCreated={(id) => void navigate(`/interviews/${id}`)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

type BarProps = { params: CalendarParams; me: number; staff_id: number | undefined; calendarOwner: ComponentProps<typeof StaffField>['selected'] }

/** Moves between weeks, chooses the member of staff, and switches between week and list. */
function CalendarBar({ params: { monday, isList, update }, me, staff_id, calendarOwner }: BarProps) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  return (
    <div className={week.bar}>
      <Button size="small" onClick={() => update({ week: undefined })}>
        {t('week.this')}
      </Button>
      <IconButton label={t('week.before')} icon={<IconChevronLeft aria-hidden />} onClick={() => update({ week: addDays(monday, -7) })} />
      <IconButton label={t('week.after')} icon={<IconChevronRight aria-hidden />} onClick={() => update({ week: addDays(monday, 7) })} />
      <span className={week.range} aria-live="polite">
        {formatDate(monday, language)}–{formatDate(addDays(monday, 6), language, { year: false })}
      </span>
      <span className={week.grow} />
      <div className={week.staff}>
        <StaffField key={staff_id} label={t('staff')} selected={calendarOwner} onPick={({ id }) => update({ staff_id: id === me ? undefined : String(id) })} />
      </div>
      <div className={clsx(week.view, classes.wide)}>
        <Segmented
          label={t('view')}
          value={isList ? 'list' : 'week'}
          onChange={(view) => update({ view: view === 'list' ? 'list' : undefined })}
          options={[
            { value: 'week', label: t('view.week') },
            { value: 'list', label: t('view.list') },
          ]}
        />
      </div>
    </div>
  )
}
