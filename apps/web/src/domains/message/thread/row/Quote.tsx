import { fullName } from '@sukoyaka/rules/person'
import type { Message } from '@sukoyaka/wire/care/message'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import { japaneseLang } from '../../../../ui/text/text-lang.ts'
import classes from './Quote.module.css'

type Quoted = NonNullable<Message['reply_to']>

/** Quoted message in one line; links to the original. */
export function Quote({ quoted, onJump }: { quoted: Quoted; onJump: (id: number) => void }) {
  const { t } = useTranslation('conversation')
  const language = useLanguage()
  const name = fullName(quoted.sender, language)
  // a message of type text without a body is a card
  const words = quoted.is_deleted ? t('said.deleted') : quoted.body || t(`said.${quoted.content_type === 'text' ? 'card' : quoted.content_type}`)
  return (
    <button type="button" className={classes.quote} lang={japaneseLang(quoted.body)} title={t('quote.open', { name })} onClick={() => onJump(quoted.id)}>
      {t('said.line', { name, words })}
    </button>
  )
}
