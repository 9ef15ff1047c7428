import { type DatedPackage, isDated } from '@sukoyaka/rules/test-package'
import { IconPhone } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../../api/use-permission.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateText } from '../../../ui/date/DateText.tsx'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { Badge } from '../../../ui/status/Badge.tsx'
import { useListTestPackagesQuery } from '../api.ts'
import classes from './ReleaseCard.module.css'
import { awaitingRelease, releasedLately } from './release.ts'

const ReleaseDialog = lazyNamed(() => import('./ReleaseDialog.tsx'), 'ReleaseDialog')

/** Results awaiting release to the patient and recent releases; hidden when there are none, and without permission to release. */
export function ReleaseCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('release')
  const mayRelease = usePermission('test_results.write')
  const { currentData } = useListTestPackagesQuery({ user_id }, { skip: !mayRelease })
  const [openedId, setOpenedId] = useState<number>()
  const unreleased = awaitingRelease(currentData?.items ?? [])
  const recentlyReleased = releasedLately(currentData?.items ?? [], new Date())
  // as it is now, because others may release it or withdraw its release while the dialog is open
  const opened = currentData?.items.filter(isDated).find(({ id }) => id === openedId)
  if (!mayRelease || (unreleased.length + recentlyReleased.length === 0 && !opened)) return null
  return (
    <Card
      title={t('card.title')}
      action={unreleased.length ? <span className={classes.count}>{t('card.awaits', { count: unreleased.length })}</span> : undefined}
    >
      <ul>
        {[...unreleased, ...recentlyReleased].map((checkup) => (
          <Row key={checkup.id} checkup={checkup} onOpen={() => setOpenedId(checkup.id)} />
        ))}
      </ul>
      <Suspense>{opened ? <ReleaseDialog key={opened.id} checkup={opened} onClose={() => setOpenedId(undefined)} /> : null}</Suspense>
    </Card>
  )
}

function Row({ checkup, onOpen }: { checkup: DatedPackage; onOpen: () => void }) {
  const { t } = useTranslation(['release', 'interview'])
  const language = useLanguage()
  const { tested_at, released_at, serious_count, result_count } = checkup
  const name = checkup.name.trim() || t(`interview:checkup.${checkup.kind}`)
  const day = formatDate(tested_at, language)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name} lang="ja">
          {name}
        </p>
        <p className={classes.facts}>
          <DateText value={tested_at} /> {result_count ? <span>{t('release:card.results', { count: result_count })}</span> : null}
        </p>
        {released_at ? (
          <p className={classes.facts}>{t('release:card.released', { at: formatDate(released_at, language, { time: true }) })}</p>
        ) : serious_count ? (
          <Badge tone="danger" icon={<IconPhone aria-hidden />}>
            {t('release:card.serious', { count: serious_count })}
          </Badge>
        ) : null}
      </div>
      <Button
        kind={released_at ? 'ghost' : 'soft'}
        size="small"
        onClick={onOpen}
        aria-label={t(released_at ? 'release:card.changeNamed' : 'release:card.openNamed', { name, day })}
      >
        {t(released_at ? 'release:card.change' : 'release:card.open')}
      </Button>
    </li>
  )
}
