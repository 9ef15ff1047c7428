import { splitKarte } from '@sukoyaka/rules/care/karte'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Memo.module.css'

/** A note by section; if it has headings, text before the first heading is shown under `part.memo`. `show` renders the text, such as with marked matches. */
export function Memo({ memo, show = (text) => text }: { memo: string; show?: (text: string) => ReactNode }) {
  const { t } = useTranslation('karte')
  const parts = splitKarte(memo)
  const isPlain = parts.every(({ heading }) => heading === null)
  return parts.map(({ heading, text }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id and their order is fixed
    <p key={at} className={classes.part} lang="ja">
      {isPlain ? null : <span className={classes.heading}>{heading ? show(heading) : t('part.memo')}</span>} {show(text)}
    </p>
  ))
}
