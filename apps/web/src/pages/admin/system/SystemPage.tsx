import { formatInstant } from '@sukoyaka/rules/time'
import type { FailedJob, System } from '@sukoyaka/wire/boards/admin/system'
import { IconAlertTriangle, IconCircleCheck, IconPlugOff } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../../api/session.ts'
import { useAppSelector } from '../../../api/store.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { PageError } from '../../../ui/page/page-error.ts'
import { usePageTitle } from '../../../ui/page/title.ts'
import { formatBytes } from '../../../ui/text/bytes.ts'
import { AdminTabs } from '../AdminTabs.tsx'
import page from '../records/RecordsPage.module.css'
import table from '../records/RecordTable.module.css'
import classes from './SystemPage.module.css'
import { useDiscardJobMutation, useGetSystemQuery, useListFailedJobsQuery, useRetryJobMutation } from './system-api.ts'

const polling = { pollingInterval: 10_000, skipPollingIfUnfocused: true }

/** State of the running server; 404 for roles other than admin. */
export function SystemPage() {
  const me = useAppSelector(selectMe)
  if (me?.role !== 'admin') throw new PageError(404)
  return <SystemState />
}

function SystemState() {
  const { t } = useTranslation('system')
  const language = useLanguage()
  usePageTitle(t('title'))
  const query = useGetSystemQuery({}, polling)
  return (
    <div className={page.page}>
      <AdminTabs />
      <header className={page.head}>
        <h1>{t('title')}</h1>
        <span className={page.count}>{query.data ? t('at', { at: formatInstant(query.data.at, language) }) : ''}</span>
      </header>
      <QueryView query={query} error={t('failed')} skeleton={<SkeletonLines count={8} />}>
        {(system) => (
          <div className={classes.page}>
            <Figures system={system} />
            <div className={classes.columns}>
              <div className={classes.column}>
                <FailedJobs count={system.queue.failed} />
                <RegularJobs jobs={system.regular_jobs} />
              </div>
              <Integrations integrations={system.integrations} />
            </div>
          </div>
        )}
      </QueryView>
    </div>
  )
}

type Line = readonly [label: string, value: string]

function Figure({ title, value, lines }: { title: string; value: string; lines: readonly Line[] }) {
  return (
    <Card title={title}>
      <p className={classes.value}>{value}</p>
      <dl className={classes.lines}>
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Figures({ system: { version, node, started_at, database, queue, storage } }: { system: System }) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const oldest = queue.oldest_waiting_at === null ? '–' : formatInstant(queue.oldest_waiting_at, language)
  return (
    <div className={classes.figures}>
      <Figure
        title={t('version')}
        value={version}
        lines={[
          [t('node'), node],
          [t('started'), formatInstant(started_at, language)],
        ]}
      />
      <Figure
        title={t('database')}
        value={formatBytes(database.bytes)}
        lines={[
          ['PostgreSQL', database.version],
          [t('connections'), `${database.connections} / ${database.max_connections}`],
          [t('migrations'), String(database.migrations)],
        ]}
      />
      <Figure
        title={t('queue')}
        value={t('waiting', { count: queue.waiting })}
        lines={[
          [t('running'), String(queue.running)],
          [t('planned'), String(queue.planned)],
          [t('oldest'), oldest],
        ]}
      />
      <Figure
        title={t('storage')}
        value={t('free', { bytes: formatBytes(storage.free_bytes) })}
        lines={[
          [t('total'), formatBytes(storage.total_bytes)],
          [t('files'), formatBytes(storage.file_bytes)],
        ]}
      />
    </div>
  )
}

/** A table that scrolls sideways where it is too wide. */
function Scrolling({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a horizontally scrolling region must be focusable by keyboard
    <section className={page.rows} tabIndex={0}>
      {children}
    </section>
  )
}

function FailedJobs({ count }: { count: number }) {
  const { t } = useTranslation('system')
  const query = useListFailedJobsQuery({}, polling)
  return (
    <Card title={t('jobs.title')} count={count || undefined} flush>
      <QueryView query={query} error={t('jobs.error')} empty={t('jobs.none')} skeleton={<SkeletonLines count={3} />}>
        {({ items }) => (
          <Scrolling>
            <table className={table.table}>
              <thead>
                <tr>
                  {(['queue', 'reason', 'tries', 'failed_at'] as const).map((name) => (
                    <th key={name} scope="col">
                      {t(`jobs.${name}`)}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="visually-hidden">{t('jobs.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((job) => (
                  <FailedRow key={job.id} job={job} />
                ))}
              </tbody>
            </table>
          </Scrolling>
        )}
      </QueryView>
    </Card>
  )
}

function FailedRow({ job }: { job: FailedJob }) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const [retry] = useRetryJobMutation()
  const [discard] = useDiscardJobMutation()
  const id = { id: job.id }
  return (
    <tr>
      <td>
        <code>{job.queue}</code>
      </td>
      <td className={table.wraps}>{job.reason}</td>
      <td>{job.tries}</td>
      <td>{formatInstant(job.failed_at, language)}</td>
      <td>
        <Button
          size="small"
          kind="ghost"
          aria-label={`${t('jobs.retry')}: ${job.queue}`}
          onClick={() => void save(() => retry(id), { done: t('jobs.retried'), failed: t('jobs.retryFailed'), text: job.queue })}
        >
          {t('jobs.retry')}
        </Button>
        <Button size="small" kind="neutral" aria-label={`${t('jobs.discard')}: ${job.queue}`} onClick={() => setAsking(true)}>
          {t('jobs.discard')}
        </Button>
        {isAsking ? (
          <ConfirmDialog
            title={t('jobs.discardTitle')}
            question={t('jobs.discardQuestion')}
            what={job.queue}
            confirm={t('jobs.discard')}
            onConfirm={() => {
              setAsking(false)
              void save(() => discard(id), { done: t('jobs.discarded'), failed: t('jobs.discardFailed'), text: job.queue })
            }}
            onClose={() => setAsking(false)}
          />
        ) : null}
      </td>
    </tr>
  )
}

function RegularJobs({ jobs }: { jobs: System['regular_jobs'] }) {
  const { t } = useTranslation('system')
  const language = useLanguage()
  return (
    <Card title={t('regular.title')} flush>
      <Scrolling>
        <table className={table.table}>
          <thead>
            <tr>
              {(['queue', 'cron', 'last', 'state'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`regular.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ queue, cron, last_at, last_state }) => (
              <tr key={queue}>
                <td>
                  <code>{queue}</code>
                </td>
                <td>
                  <code>{cron}</code>
                </td>
                <td>{last_at === null ? '–' : formatInstant(last_at, language)}</td>
                <td>{last_state === null ? t('regular.never') : t(`regular.${last_state}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </Card>
  )
}

function Integrations({ integrations }: { integrations: System['integrations'] }) {
  const { t } = useTranslation('system')
  return (
    <Card title={t('integrations.title')}>
      <ul className={classes.integrations}>
        {integrations.map(({ name, is_on, settings }) => (
          <li key={name}>
            <span>
              {t(`integrations.${name}`)}
              {is_on ? null : <small>{t('integrations.missing', { settings: settings.join(', ') })}</small>}
            </span>
            <span className={is_on ? classes.on : classes.off}>
              {is_on ? <IconCircleCheck aria-hidden /> : name === 'mail' ? <IconAlertTriangle aria-hidden /> : <IconPlugOff aria-hidden />}
              {t(is_on ? 'integrations.on' : 'integrations.off')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
