// Runs in the head before the first paint: marks that JavaScript runs, and applies the reading preferences
// and theme. Signed-in readers have both in a cookie (`features/accounts/profile/reading-preferences.ts`);
// others have the theme in localStorage.

export const THEME_KEY = 'theme';

export const THEME_SCRIPT = `(function(d){d.dataset.js='';try{var r=(/(?:^|; )(?:__Host-)?reading=([\\w.]+)/.exec(document.cookie)||[,''])[1],t=/system|light|dark/.exec(r)||[localStorage.getItem('${THEME_KEY}')];if(r)d.dataset.reading=r.replace(/\\./g,' ');if(/^(light|dark)$/.test(t[0]))d.dataset.theme=t[0]}catch(e){}})(document.documentElement)`;
