import { splitKarte } from '@sukoyaka/rules/care/karte'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Memo.module.css'

/** A note by its headings; text before the first stands under メモ. `show` draws its words otherwise, such as with hits marked. */
export function Memo({ memo, show = (text) => text }: { memo: string; show?: (text: string) => ReactNode }) {
  const { t } = useTranslation('karte')
  const parts = splitKarte(memo)
  // a note without any heading needs none here either
  const isPlain = parts.every(({ heading }) => heading === null)
  return parts.map(({ heading, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and never move
    <p key={at} className={classes.part} lang="ja">
      {isPlain ? null : <span className={classes.heading}>{heading ? show(heading) : t('part.memo')}</span>} {show(text)}
    </p>
  ))
}
