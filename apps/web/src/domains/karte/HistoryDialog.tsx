import { fullName } from '@sukoyaka/rules/person'
import type { KarteVersion } from '@sukoyaka/wire/care/karte'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DateText } from '../../ui/date/DateText.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useListKarteVersionsQuery } from './api.ts'
import { changesOf } from './composer/diff.ts'
import classes from './HistoryDialog.module.css'

/** Versions of a note with author and diff, the newest first. */
export function HistoryDialog({ karte_id, onClose }: { karte_id: number; onClose: () => void }) {
  const { t } = useTranslation('karte')
  return (
    <Dialog title={t('history.title')} width={640} onClose={onClose}>
      <QueryView query={useListKarteVersionsQuery({ id: karte_id })} error={t('history.error')} skeleton={<SkeletonLines count={4} />}>
        {({ items }) => (
          <ol>
            {items.map((version, at) => (
              <Version key={version.id} version={version} before={items[at + 1]} isNewest={at === 0} />
            ))}
          </ol>
        )}
      </QueryView>
    </Dialog>
  )
}

function Version({ version, before, isNewest }: { version: KarteVersion; before: KarteVersion | undefined; isNewest: boolean }) {
  const { t } = useTranslation(['karte', 'shell'])
  const language = useLanguage()
  const { author, number, created_at, image_count } = version
  return (
    <li className={classes.version}>
      <p className={classes.head}>
        <span className={classes.number}>{t(isNewest ? 'history.current' : number === 1 ? 'history.first' : 'history.version', { number })}</span>
        <span>
          <span lang="ja">{fullName(author, language)}</span> <span className={classes.role}>{t(`shell:role.${author.role}`)}</span>
        </span>
        <span className={classes.when}>
          <DateText value={created_at} time />
        </span>
      </p>
      {before && before.image_count !== image_count ? (
        <p className={classes.images}>{t('history.images', { before: before.image_count, after: image_count })}</p>
      ) : null}
      <Changes before={before?.memo} after={version.memo} />
    </li>
  )
}

function Changes({ before, after }: { before: string | undefined; after: string }) {
  const { t } = useTranslation('karte')
  const pieces = useMemo(() => (before === undefined ? undefined : changesOf(before, after)), [before, after])
  if (pieces?.every(({ kind }) => kind === 'same')) return <p className={classes.same}>{t('history.same')}</p>
  return (
    <p className={classes.memo} lang="ja">
      {pieces
        ? pieces.map(({ kind, text }, at) =>
            kind === 'same' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: segments have no id and their order is fixed
              <span key={at}>{text}</span>
            ) : kind === 'added' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <ins key={at}>{text}</ins>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <del key={at}>{text}</del>
            ),
          )
        : after}
    </p>
  )
}
