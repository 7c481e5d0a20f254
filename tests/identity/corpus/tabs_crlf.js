// タブの切り替え
var tabs = document.querySelectorAll('.tab');
var panes = document.querySelectorAll('.pane');

function select(index) {
	var current = tabs[index];
	for (var i = 0; i < tabs.length; i++) {
		var on = i === index;
		tabs[i].classList.toggle('active', on);
		panes[i].hidden = !on; // 選ばれたものだけ見せる
	}
	var name = current.dataset.name;
	history.replaceState(null, '', '#' + name);
}

// 最初に開くタブを決める
var wanted = location.hash.slice(1);
var names = Array.from(tabs, function (t) { return t.dataset.name; });
var start = Math.max(0, names.indexOf(wanted));
select(start);
