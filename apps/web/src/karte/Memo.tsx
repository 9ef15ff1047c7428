import { splitKarte } from '@sukoyaka/rules/karte'
import { useTranslation } from 'react-i18next'
import classes from './Memo.module.css'

/** A note by its headings; text before the first stands under メモ. */
export function Memo({ memo }: { memo: string }) {
  const { t } = useTranslation('karte')
  const parts = splitKarte(memo)
  // a note without any heading needs none here either
  const isPlain = parts.every(({ heading }) => heading === null)
  return parts.map(({ heading, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    <p key={at} className={classes.part} lang="ja">
      {isPlain ? null : <span className={classes.heading}>{heading ?? t('part.memo')}</span>} {text}
    </p>
  ))
}
