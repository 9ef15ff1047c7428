import { type Language, languages } from '@sukoyaka/phrases/language'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import classes from './LanguageSelect.module.css'
import { htmlLang, languageNames } from './language.ts'
import { languageSwitch } from './language-switch.ts'

/** Native select, for accessibility and mobile support. */
export function LanguageSelect({ on = 'page' }: { on?: 'page' | 'rail' }) {
  const { t, i18n } = useTranslation('shell')
  const language = i18n.language as Language
  return (
    <label className={clsx(classes.box, on === 'rail' && classes.rail)}>
      <IconLanguage stroke={1.6} aria-hidden />
      <span aria-hidden="true">{languageNames[language]}</span>
      {on === 'page' ? <IconChevronDown aria-hidden /> : null}
      <select
        className={classes.select}
        aria-label={t('menu.language')}
        value={language}
        onChange={(event) => languageSwitch.current(event.currentTarget.value as Language)}
      >
        {languages.map((item) => (
          <option key={item} value={item} lang={htmlLang[item]}>
            {languageNames[item]}
          </option>
        ))}
      </select>
    </label>
  )
}
