// Runs before the modules. All files have the address of the endpoint with a parameter, so that the console works behind
// any path and any proxy. The import map gives the names that the modules import, such as './dom.js', these addresses.
{
  const modules = ['call', 'client', 'connection', 'curl', 'dom', 'entries', 'entry', 'fields', 'findings', 'form', 'json',
    'legacy', 'main', 'modern', 'question', 'result', 'schema', 'sse', 'trace', 'value'];
  const imports = Object.fromEntries(modules.map(name => [`./${name}.js`, new URL(`?console=${name}.js`, location).href]));
  const map = document.createElement('script');
  map.type = 'importmap';
  map.nonce = document.currentScript.nonce;
  map.textContent = JSON.stringify({ imports });
  document.currentScript.after(map);
}
