/** Sizes and colours are tokens of apps/web/src/theme; scripts/style-rules.test.ts plants a violation of each rule. */

const nested = (depth) => (depth ? String.raw`\((?:[^()]|${nested(depth - 1)})*\)` : String.raw`\([^()]*\)`)
/** Looks ahead for a variable between the next parenthesis and the one that closes it. */
const withVariable = String.raw`(?=\((?:[^()]|\([^()]*\)|\()*?(?:var|env)\()`
/** A token, or a calculation with one. */
const token = String.raw`var\(--[\w-]+\)|(?:calc|min|max|clamp)${withVariable}${nested(4)}`
/** Every part of a value is a token or one of `words`. */
const only = (...words) => `/^(?:${[token, ...words].join('|')})(?: (?:${[token, ...words].join('|')}))*$/`

const colour = '/color$|^fill$|^stroke$/'
const spacing = '/^(padding|margin|gap$|row-gap|column-gap|scroll-margin|scroll-padding)/'
const radius = '/radius$/'

export default {
  plugins: ['stylelint-declaration-strict-value'],
  // the card sets --pad for what is in it
  referenceFiles: ['theme/tokens.css', 'theme/media.css', 'ui/layout/Card.module.css'].map((file) => `apps/web/src/${file}`),
  rules: {
    'scale-unlimited/declaration-strict-value': [
      ['font-size', 'line-height', colour, spacing, radius],
      {
        ignoreVariables: false,
        ignoreFunctions: false,
        ignoreValues: {
          // pt is for print
          'font-size': only('0', 'inherit', String.raw`[\d.]+pt`),
          'line-height': only('0', String.raw`1(?:\.\d+)?`, '2', 'inherit'),
          [colour]: only('none', 'transparent', 'currentcolor', 'inherit', '[A-Z][A-Za-z]+', String.raw`color-mix\(.+\)`),
          // 1px adjusts to a hairline
          [spacing]: only('0', 'auto', '-?1px', String.raw`[\d.]+(?:pt|mm|em)`),
          [radius]: only('0', '[35]0%', 'inherit'),
        },
      },
    ],
    'color-no-hex': true,
    'color-named': ['never', { ignore: ['inside-function'] }],
    'function-disallowed-list': ['/^(rgb|hsl|hwb|lab|lch|oklab|oklch|color$)/'],
    'media-feature-name-disallowed-list': ['/width|height/'],
    'no-unknown-custom-media': true,
    'no-unknown-custom-properties': true,
    'no-unknown-animations': true,
    // the order in which things are read and focused is that of the document: components render another one with useIsOneColumn
    'property-disallowed-list': [['order'], { message: 'order separates what is seen from what is read: render in another order' }],
    'property-no-unknown': [true, { ignoreProperties: ['composes'] }],
    'unit-no-unknown': true,
    'no-duplicate-selectors': true,
    'declaration-block-no-duplicate-properties': true,
  },
  overrides: [
    { files: ['**/theme/{tokens,dark}.css'], rules: { 'color-no-hex': null, 'function-disallowed-list': null } },
    { files: ['**/theme/media.css'], rules: { 'media-feature-name-disallowed-list': null } },
  ],
}
