import { expectedReflection } from '@sukoyaka/rules/test-package'
import { type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'
import { IconCheck, IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { AddButton } from '../../../ui/button/AddButton.tsx'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Empty } from '../../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { Badge } from '../../../ui/status/Badge.tsx'
import { useListTestPackagesQuery } from '../api.ts'
import type { Directory } from './directory.ts'
import type { Sex } from './menu.ts'
import { StaffWaitlist } from './StaffWaitlist.tsx'
import { stepsOf } from './steps.ts'
import classes from './TestPackages.module.css'

const CreateDialog = lazyNamed(() => import('./dialogs/CreateDialog.tsx'), 'CreateDialog')
const EditDialog = lazyNamed(() => import('./dialogs/EditDialog.tsx'), 'EditDialog')

type Props = {
  user_id: number
  sex: Sex
  /** Loads the facilities only when a checkup is created or edited. */
  WithDirectory: (props: { children: (directory: Directory) => ReactNode }) => ReactNode
  allergy?: ReactNode
}

const maxRows = 4

/** A patient's checkups, except cancelled ones, with a badge for each step: examined, registered, released. */
export function TestPackagesCard({ user_id, sex, WithDirectory, allergy }: Props) {
  const { t } = useTranslation('booking')
  const mayWrite = usePermission('bookings.write')
  const query = useListTestPackagesQuery({ user_id })
  const [opened, setOpened] = useState<'new' | number>()
  const edited = query.currentData?.items.find(({ id }) => id === opened)
  const close = () => setOpened(undefined)
  return (
    <QueryCard
      title={t('list.title')}
      count={({ items }) => items.length || undefined}
      query={query}
      error={t('list.error')}
      empty={<Empty title={t('list.empty')} />}
      skeleton={
        <div style={{ minHeight: 66 }}>
          <SkeletonLines count={3} />
        </div>
      }
      action={mayWrite ? <AddButton label={t('create.title')} onClick={() => setOpened('new')} /> : undefined}
      more={
        opened === undefined ? null : (
          <WithDirectory>
            {(directory) => (
              <Suspense>
                {opened === 'new' ? <CreateDialog user_id={user_id} sex={sex} directory={directory} allergy={allergy} onClose={close} /> : null}
                {edited ? <EditDialog key={edited.id} checkup={edited} directory={directory} allergy={allergy} onClose={close} /> : null}
              </Suspense>
            )}
          </WithDirectory>
        )
      }
    >
      {({ items }) => <Rows items={items} onEdit={mayWrite ? (checkup) => setOpened(checkup.id) : undefined} />}
    </QueryCard>
  )
}

function Rows({ items, onEdit }: { items: TestPackage[]; onEdit?: (checkup: TestPackage) => void }) {
  const { t } = useTranslation('booking')
  const [all, setAll] = useState(false)
  return (
    <>
      <ul>
        {(all ? items : items.slice(0, maxRows)).map((checkup) => (
          <Row key={checkup.id} checkup={checkup} onEdit={onEdit && (() => onEdit(checkup))} />
        ))}
      </ul>
      {items.length > maxRows ? (
        <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('list.fewer', { count: maxRows }) : t('list.all', { count: items.length })}
        </Button>
      ) : null}
    </>
  )
}

function Row({ checkup, onEdit }: { checkup: TestPackage; onEdit?: () => void }) {
  const { t } = useTranslation(['booking', 'interview'])
  const language = useLanguage()
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const isBeingArranged = checkup.status === testPackageStatus.edit
  const suggestedDates = checkup.suggested_datetimes.length
  const when =
    isBeingArranged || checkup.tested_at === null
      ? t('booking:list.undecided', {
          suggestedDates: suggestedDates ? t('booking:list.suggestedDates', { count: suggestedDates }) : t('booking:list.noSuggestedDates'),
        })
      : formatDate(checkup.tested_at, language, { weekday: true })
  const expected = expectedReflection(checkup)
  const place = checkup.facility?.display_name || checkup.location
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name} lang={checkup.name ? 'ja' : undefined}>
          {name}
        </p>
        {checkup.menu_text && checkup.menu_text !== name ? (
          <p className={classes.menu} lang="ja">
            {checkup.menu_text}
          </p>
        ) : null}
        <p className={classes.line}>{when}</p>
        {place ? (
          <p className={classes.line} lang={checkup.facility ? undefined : 'ja'}>
            {place}
          </p>
        ) : null}
        {expected ? <p className={classes.line}>{t('booking:list.expected', { day: formatDate(expected, language) })}</p> : null}
        <ul className={classes.steps} aria-label={t('booking:list.steps')}>
          {stepsOf(checkup, new Date()).map(({ step, isDone }) => (
            <li key={step}>
              <Badge tone={isDone ? 'neutral' : 'outline'} icon={isDone ? <IconCheck aria-hidden /> : undefined}>
                {t(isDone ? `booking:step.${step}` : `booking:step.${notYet[step]}`)}
              </Badge>
            </li>
          ))}
        </ul>
        {onEdit ? <StaffWaitlist checkup={checkup} /> : null}
      </div>
      {onEdit ? <IconButton label={t('booking:list.open', { name, day: when })} icon={<IconPencil aria-hidden />} size="small" onClick={onEdit} /> : null}
    </li>
  )
}

const notYet = { examined: 'notExamined', registered: 'notRegistered', released: 'notReleased' } as const
