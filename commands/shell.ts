import { local } from '#src/command/define.ts'

/** The visited page beside the one in front. */
export const nextTab = local('shell.nextTab', { keys: 'g N', run: (_, { shell }) => shell('nextTab') })
export const previousTab = local('shell.previousTab', { keys: 'g P', run: (_, { shell }) => shell('previousTab') })
export const closeTab = local('shell.closeTab', { keys: 'g Q', run: (_, { shell }) => shell('closeTab') })
export const closeOtherTabs = local('shell.closeOtherTabs', { run: (_, { shell }) => shell('closeOtherTabs') })
export const closeAllTabs = local('shell.closeAllTabs', { run: (_, { shell }) => shell('closeAllTabs') })
export const refreshTab = local('shell.refreshTab', { run: (_, { shell }) => shell('refreshTab') })

export const fullScreen = local('shell.fullScreen', { run: (_, { shell }) => shell('fullScreen') })
export const darkTheme = local('shell.darkTheme', { run: (_, { shell }) => shell('dark') })
export const lightTheme = local('shell.lightTheme', { run: (_, { shell }) => shell('light') })
export const systemTheme = local('shell.systemTheme', { run: (_, { shell }) => shell('asSystem') })
export const settings = local('shell.settings', { run: (_, { open }) => open('settings') })

const speaking = {
  words: { zh: ['语言'], en: ['language'], es: ['idioma'], vi: ['ngôn ngữ'], id: ['bahasa'], ja: ['言語'] },
}

/** The language of the screen: Japanese, too, which the list in the bar does not have. */
export const speakZh = local('shell.speakZh', { search: speaking, run: (_, { shell }) => shell('zh') })
export const speakEn = local('shell.speakEn', { search: speaking, run: (_, { shell }) => shell('en') })
export const speakEs = local('shell.speakEs', { search: speaking, run: (_, { shell }) => shell('es') })
export const speakVi = local('shell.speakVi', { search: speaking, run: (_, { shell }) => shell('vi') })
export const speakId = local('shell.speakId', { search: speaking, run: (_, { shell }) => shell('id') })
export const speakJa = local('shell.speakJa', { search: speaking, run: (_, { shell }) => shell('ja') })

/** One's own profile, language, password, sessions. */
export const personalCentre = local('account.title', { run: (_, { go }) => go('/account') })
export const changePassword = local('session.changePassword', { run: (_, { open }) => open('changePassword') })
export const signOut = local('session.signOut', { run: (_, { shell }) => shell('signOut') })
