import { fullName } from '@sukoyaka/rules/person'
import { tokyoDay } from '@sukoyaka/rules/time'
import type { Karte } from '@sukoyaka/wire/care/karte'
import { IconArrowsMaximize, IconSearch } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { useListKartesQuery } from './api.ts'
import classes from './KartesCard.module.css'
import { Memo } from './Memo.tsx'

const KarteDialog = lazyNamed(() => import('./KarteDialog.tsx'), 'KarteDialog')
const SearchDialog = lazyNamed(() => import('./SearchDialog.tsx'), 'SearchDialog')

const maxNotes = 3
/** A note is collapsed if its length is above this. The length is the number of characters plus `charactersPerLine` for each line. */
const maxShownLength = 336
const charactersPerLine = 24

/** The latest notes about a patient. A dialog shows a note with its images and actions. */
export function KartesCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('karte')
  const query = useListKartesQuery({ user_id })
  const [opened, setOpened] = useState<number>()
  const [searching, setSearching] = useState(false)
  const open = query.currentData?.items.find(({ id }) => id === opened)
  return (
    <QueryCard
      title={t('card.title')}
      count={({ total_count }) => total_count || undefined}
      action={<IconButton label={t('card.search')} icon={<IconSearch aria-hidden />} size="small" onClick={() => setSearching(true)} />}
      query={query}
      error={t('card.error')}
      empty={t('card.empty')}
      skeleton={
        <ul>
          {[0, 1].map((at) => (
            <li key={at} className={clsx(classes.row, classes.waiting)}>
              <Skeleton width={at ? '82%' : '94%'} />
            </li>
          ))}
        </ul>
      }
      more={
        <Suspense>
          {open ? <KarteDialog karte={open} onClose={() => setOpened(undefined)} /> : null}
          {searching ? <SearchDialog user_id={user_id} onClose={() => setSearching(false)} /> : null}
        </Suspense>
      }
    >
      {({ items }) => (
        <ul>
          {items.slice(0, maxNotes).map((karte) => (
            <Note key={karte.id} karte={karte} onOpen={() => setOpened(karte.id)} />
          ))}
        </ul>
      )}
    </QueryCard>
  )
}

const isLong = (memo: string) => memo.length + memo.split('\n').length * charactersPerLine > maxShownLength

function Note({ karte, onOpen }: { karte: Karte; onOpen: () => void }) {
  const { t } = useTranslation(['karte', 'shell'])
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const { author, memo, created_at } = karte
  const long = isLong(memo)
  const isThisYear = tokyoDay(created_at).slice(0, 4) === tokyoDay(new Date()).slice(0, 4)
  return (
    <li className={classes.row}>
      <Avatar person={author} size={28} />
      <div className={classes.words}>
        <p className={classes.head}>
          <span>
            <span className={classes.name} lang="ja">
              {fullName(author, language)}
            </span>{' '}
            <span className={classes.role}>{t(`shell:role.${author.role}`)}</span>
          </span>
          <span className={classes.end}>
            <span className={classes.when}>
              <DateText value={created_at} year={!isThisYear} time />
            </span>
            <IconButton
              label={t('karte:card.open', { name: fullName(author, language), when: formatDate(created_at, language, { time: true }) })}
              icon={<IconArrowsMaximize aria-hidden />}
              size="small"
              onClick={onOpen}
            />
          </span>
        </p>
        <div className={clsx(classes.memo, long && !all && classes.cut)}>
          <Memo memo={memo} />
        </div>
        {long ? (
          <Button kind="ghost" size="small" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'karte:card.less' : 'karte:card.more')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
