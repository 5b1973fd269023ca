// Runs in the head before the first paint: marks that JavaScript runs, and applies the reading preferences
// and theme. Signed-in readers have both in a cookie (`features/accounts/profile/reading-preferences.ts`);
// others have the theme in localStorage. `data-fresh` marks a page that opens at its top: phones lay out its
// lower parts when they come near. Reloads and Back restore a position, which needs the real heights.

export const THEME_KEY = 'theme';

export const THEME_SCRIPT = `(function(d){d.dataset.js='';if(!history.state&&!location.hash)d.dataset.fresh='';try{var r=(/(?:^|; )(?:__Host-)?reading=([\\w.]+)/.exec(document.cookie)||[,''])[1],t=/system|light|dark/.exec(r)||[localStorage.getItem('${THEME_KEY}')];if(r)d.dataset.reading=r.replace(/\\./g,' ');if(/^(light|dark)$/.test(t[0]))d.dataset.theme=t[0]}catch(e){}})(document.documentElement)`;
