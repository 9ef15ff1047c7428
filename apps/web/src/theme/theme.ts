import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** Mantine computes hover and tint colours, so it needs hex values instead of CSS variables; `theme.test.ts` checks that both match. */
export const scales = {
  accent: ['#eff8f7', '#daefec', '#b9dfdb', '#8cc6c0', '#62aaa4', '#3c8e88', '#23736d', '#145c57', '#0d4541', '#062d2a'],
  neutral: ['#f6f6f3', '#ebe9e5', '#d7d6d0', '#bbb9b2', '#9d9b94', '#817f77', '#66655e', '#51504a', '#3d3c37', '#282622'],
  healthy: ['#eff9ee', '#dcf0d9', '#bde2b7', '#93ca8a', '#6eae63', '#4f9144', '#3a7531', '#2d5d26', '#22461c', '#162d12'],
  warning: ['#fff4e4', '#ffe5c1', '#fdcd8a', '#edab43', '#d08b00', '#ad7000', '#8a5900', '#6e4600', '#533500', '#362202'],
  danger: ['#fff2f1', '#fde2df', '#fbc8c1', '#f59f94', '#ec7065', '#d7443d', '#b32926', '#901e1c', '#6c1a17', '#46120f'],
  unknown: ['#f0f7fe', '#ddebfb', '#c0d9f5', '#94bdeb', '#689fdc', '#4482c4', '#2967a7', '#1a5189', '#123d68', '#0e2743'],
} satisfies Record<string, MantineColorsTuple>

export const theme = createTheme({
  colors: scales,
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  fontFamily: 'var(--font-sans)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-sans)', fontWeight: '700' },
  black: '#1d2524',
  white: '#ffffff',
  defaultRadius: 'md',
  radius: { xs: 'var(--r-xs)', sm: 'var(--r-sm)', md: 'var(--r-md)', lg: 'var(--r-lg)', xl: 'var(--r-xl)' },
  shadows: { xs: 'var(--shadow-1)', sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-3)', xl: 'var(--shadow-3)' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  focusRing: 'auto',
  components: {
    Tooltip: { defaultProps: { openDelay: 100, multiline: true, maw: 280, events: { hover: true, focus: true, touch: false } } },
    Modal: { defaultProps: { radius: 'xl', transitionProps: { duration: 240 } } },
    Drawer: { defaultProps: { transitionProps: { duration: 240 } } },
    Popover: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { duration: 160 } } },
    Menu: { defaultProps: { radius: 'lg', shadow: 'md', transitionProps: { duration: 160 } } },
  },
})
