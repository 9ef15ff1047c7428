import { isReadAction, recordPartOf } from '@sukoyaka/rules/people/record-access'
import { fullName } from '@sukoyaka/rules/person'
import type { AuditLog } from '@sukoyaka/wire/boards/audit'
import type { Person } from '@sukoyaka/wire/people/account'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { DateText } from '../../../ui/date/DateText.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import table from '../records/RecordTable.module.css'
import classes from './AuditPage.module.css'

const tones = { done: 'neutral', denied: 'warning', failed: 'danger' } as const

/** What the call did, in words; undefined if it is neither a sign-in nor about a patient. */
const useActionText = ({ action, patient }: AuditLog) => {
  const { t } = useTranslation(['records', 'record_access'])
  if (/ \/api\/(sign_in|auth_otp|passkey_sign_in)/.test(action)) return t('records:audit.signIn')
  if (!patient) return undefined
  const part = t(`record_access:part.${recordPartOf(action)}`)
  return isReadAction(action) ? t('records:audit.read', { part }) : t('records:audit.changed', { part })
}

function Name({ person, none }: { person: Person | null; none: string }) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  if (!person) return <span className={table.none}>{none}</span>
  return (
    <span lang="ja">
      {fullName(person, language)}
      <span className={table.below}>{t(`role.${person.role}`)}</span>
    </span>
  )
}

/** An entry of the audit log; its changes unfold below it. */
export function AuditRow({ log, columnCount }: { log: AuditLog; columnCount: number }) {
  const { t } = useTranslation('records')
  const [isOpen, setOpen] = useState(false)
  const text = useActionText(log)
  return (
    <>
      <tr>
        <td>
          <DateText value={log.at} time />
        </td>
        <td className={table.wraps}>
          <Name person={log.person} none={t('audit.anybody')} />
        </td>
        <td className={table.wraps}>
          <div className={classes.action}>
            <span>
              {text}
              <code className={table.below}>{log.action}</code>
            </span>
            {log.changes.length ? (
              <IconButton
                size="small"
                label={t('audit.show')}
                icon={<IconChevronDown aria-hidden />}
                aria-expanded={isOpen}
                className={isOpen ? classes.open : undefined}
                onClick={() => setOpen(!isOpen)}
              />
            ) : null}
          </div>
        </td>
        <td className={table.wraps}>
          <Name person={log.patient} none="–" />
        </td>
        <td>
          <Badge tone={tones[log.outcome]}>
            {t(`audit.outcome.${log.outcome}`)} {log.outcome === 'done' ? '' : log.status}
          </Badge>
        </td>
        <td>{log.ip}</td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={columnCount} className={table.wraps}>
            {log.changes.map((change) => (
              <Change key={change.id} change={change} />
            ))}
            {log.has_more_changes ? <p>{t('audit.moreChanges')}</p> : null}
          </td>
        </tr>
      ) : null}
    </>
  )
}

const textOf = (value: unknown) => (value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value))

function Change({ change: { table_name, row_id, operation, before, after } }: { change: AuditLog['changes'][number] }) {
  const { t } = useTranslation('records')
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <section className={classes.change}>
      <h3>
        {t(`audit.${operation}`)} <code>{row_id === null ? table_name : `${table_name} ${row_id}`}</code>
      </h3>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {operation === 'insert' ? null : (
                <del>
                  <span className="visually-hidden">{t('audit.before')} </span>
                  {textOf(before?.[name])}
                </del>
              )}
              {operation === 'update' ? <span aria-hidden> → </span> : null}
              {operation === 'delete' ? null : (
                <ins>
                  <span className="visually-hidden">{t('audit.after')} </span>
                  {textOf(after?.[name])}
                </ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
